export { AnimalCharts as default } from '@/features/reports/animals/AnimalCharts'
