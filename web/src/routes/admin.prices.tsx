import { createFileRoute } from '@tanstack/react-router'
import { PriceList } from '@/features/paper/prices/PriceList'

// The page asks for the prices itself, which keeps that query out of the code that every page loads.
export const Route = createFileRoute('/admin/prices')({ component: PriceList })
