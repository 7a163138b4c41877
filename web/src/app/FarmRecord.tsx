export { FarmInfo as default } from '@/features/farms'
