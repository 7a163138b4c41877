/** Made by merroir openapi --formulas from internal/report/metric.go. */
export const FORMULAS = {
  "equipment": {
    "ofAll": "Containers in use are those that hold living animals",
    "ofPart": ""
  },
  "harvest": {
    "ofAll": "Harvest = the animals harvested",
    "ofPart": ""
  },
  "intervalMortality": {
    "ofAll": "% Interval Mortality = lost / (alive at the beginning + received)",
    "ofPart": "% Interval Mortality = lost / (alive at the beginning + entered)"
  },
  "inventory": {
    "ofAll": "Inventory = received - harvested - lost",
    "ofPart": ""
  },
  "mortality": {
    "ofAll": "% Mortality = lost / received",
    "ofPart": "% Mortality = lost / entered"
  },
  "return": {
    "ofAll": "% Return = harvested / received",
    "ofPart": "% Return = harvested / entered"
  },
  "size": {
    "ofAll": "Average size = the mean of the living animals' newest measured sizes",
    "ofPart": ""
  },
  "yield": {
    "ofAll": "Shell stock + harvested + lost = received",
    "ofPart": "Shell stock + harvested + lost + moved on = entered"
  },
  "yieldRate": {
    "ofAll": "% Yield = (received - lost) / received",
    "ofPart": "% Yield = (entered - lost) / entered"
  }
} as const
