export { LatestEntries as default } from '@/features/audit'
