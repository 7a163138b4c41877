import { createFileRoute } from '@tanstack/react-router'
import { FarmSetup } from '@/features/farms/record/FarmSetup'

export const Route = createFileRoute('/farms/setup')({ component: FarmSetup })
