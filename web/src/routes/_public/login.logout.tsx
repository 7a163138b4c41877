import { createFileRoute } from '@tanstack/react-router'
import { SignOut } from '@/features/auth'

export const Route = createFileRoute('/_public/login/logout')({ component: SignOut })
