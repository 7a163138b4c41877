import { createFileRoute } from '@tanstack/react-router'
import { AreaNotFound } from '@/app/screens/NotFound'

export const Route = createFileRoute('/account/$')({ component: AreaNotFound })
