/** Made by merroir openapi --metrics from internal/report/metric.go. */
export const METRICS = [
  {
    "name": "Inventory",
    "key": "inventory",
    "former": "",
    "unit": "animals",
    "whole": true,
    "snapshot": true,
    "within": false,
    "square": "Living animals",
    "formula": "Inventory = received - harvested - lost",
    "note": ""
  },
  {
    "name": "Yield",
    "key": "yield",
    "former": "",
    "unit": "animals",
    "whole": true,
    "snapshot": false,
    "within": false,
    "square": "",
    "formula": "Shell stock + harvested + lost = received",
    "note": "Shell stock is what is alive."
  },
  {
    "name": "% Mortality",
    "key": "mortality",
    "former": "",
    "unit": "percent",
    "whole": false,
    "snapshot": false,
    "within": false,
    "square": "",
    "formula": "% Mortality = lost / received",
    "note": "Empty where nothing was received."
  },
  {
    "name": "% Yield",
    "key": "yieldRate",
    "former": "survival",
    "unit": "percent",
    "whole": false,
    "snapshot": false,
    "within": false,
    "square": "",
    "formula": "% Yield = (received - lost) / received",
    "note": "Empty where nothing was received."
  },
  {
    "name": "% Return",
    "key": "return",
    "former": "",
    "unit": "percent",
    "whole": false,
    "snapshot": false,
    "within": false,
    "square": "",
    "formula": "% Return = harvested / received",
    "note": "Empty where nothing was received."
  },
  {
    "name": "Harvest",
    "key": "harvest",
    "former": "",
    "unit": "animals",
    "whole": true,
    "snapshot": false,
    "within": true,
    "square": "Animals harvested",
    "formula": "Harvest = the animals harvested",
    "note": ""
  },
  {
    "name": "Average Size",
    "key": "size",
    "former": "",
    "unit": "mm",
    "whole": false,
    "snapshot": true,
    "within": false,
    "square": "Mean size",
    "formula": "Average size = the mean of the living animals' newest measured sizes",
    "note": "A lot that was never measured has its group's newest size. Empty where nothing was measured."
  },
  {
    "name": "Equipment",
    "key": "equipment",
    "former": "",
    "unit": "containers",
    "whole": false,
    "snapshot": false,
    "within": false,
    "square": "Containers in use",
    "formula": "Containers in use are those that hold living animals",
    "note": "Unused spots = spots of the lines less the containers that hang there, never less than none in a growing area."
  }
] as const
