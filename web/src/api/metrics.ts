/** The server's table of metrics; what a page says of one comes from here. */
export { METRICS as METRIC_TABLE } from '../../openapi/metrics'
