import { createFileRoute } from '@tanstack/react-router'
import { PriceList } from '@/features/paper/prices/PriceList'

// It asks for the prices itself: the question is not in the code that every page has.
export const Route = createFileRoute('/admin/prices')({ component: PriceList })
