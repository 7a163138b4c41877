import { createFileRoute } from '@tanstack/react-router'
import { ConsoleHome } from '@/app/screens/ConsoleHome'

export const Route = createFileRoute('/admin/')({ component: ConsoleHome })
