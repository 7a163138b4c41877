/** Made by merroir openapi --metrics from internal/report/metric.go. */
export const METRICS = [
  {
    "name": "Inventory",
    "key": "inventory",
    "former": "",
    "unit": "animals",
    "whole": true,
    "snapshot": true,
    "within": false
  },
  {
    "name": "Yield",
    "key": "yield",
    "former": "",
    "unit": "animals",
    "whole": true,
    "snapshot": false,
    "within": false
  },
  {
    "name": "% Mortality",
    "key": "mortality",
    "former": "",
    "unit": "percent",
    "whole": false,
    "snapshot": false,
    "within": false
  },
  {
    "name": "% Yield",
    "key": "yieldRate",
    "former": "survival",
    "unit": "percent",
    "whole": false,
    "snapshot": false,
    "within": false
  },
  {
    "name": "% Return",
    "key": "return",
    "former": "",
    "unit": "percent",
    "whole": false,
    "snapshot": false,
    "within": false
  },
  {
    "name": "Harvest",
    "key": "harvest",
    "former": "",
    "unit": "animals",
    "whole": true,
    "snapshot": false,
    "within": true
  },
  {
    "name": "Average Size",
    "key": "size",
    "former": "",
    "unit": "mm",
    "whole": false,
    "snapshot": true,
    "within": false
  },
  {
    "name": "% Interval Mortality",
    "key": "intervalMortality",
    "former": "",
    "unit": "percent",
    "whole": false,
    "snapshot": false,
    "within": true
  },
  {
    "name": "Equipment",
    "key": "equipment",
    "former": "",
    "unit": "containers",
    "whole": false,
    "snapshot": false,
    "within": false
  }
] as const
