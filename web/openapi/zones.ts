/** Made by merroir openapi --zones from internal/farm/zones.go. */
export const ZONES = {
  "Australia": [
    {
      "zone": "Australia/Sydney",
      "states": []
    },
    {
      "zone": "Australia/Melbourne",
      "states": [
        "Victoria"
      ]
    },
    {
      "zone": "Australia/Hobart",
      "states": [
        "Tasmania"
      ]
    },
    {
      "zone": "Australia/Brisbane",
      "states": [
        "Queensland"
      ]
    },
    {
      "zone": "Australia/Adelaide",
      "states": [
        "South Australia"
      ]
    },
    {
      "zone": "Australia/Darwin",
      "states": []
    },
    {
      "zone": "Australia/Perth",
      "states": [
        "Western Australia"
      ]
    }
  ],
  "Canada": [
    {
      "zone": "America/Toronto",
      "states": []
    },
    {
      "zone": "America/St_Johns",
      "states": [
        "Newfoundland and Labrador"
      ]
    },
    {
      "zone": "America/Halifax",
      "states": [
        "New Brunswick",
        "Nova Scotia",
        "Prince Edward Island"
      ]
    },
    {
      "zone": "America/Winnipeg",
      "states": [
        "Manitoba"
      ]
    },
    {
      "zone": "America/Regina",
      "states": [
        "Saskatchewan"
      ]
    },
    {
      "zone": "America/Edmonton",
      "states": [
        "Alberta"
      ]
    },
    {
      "zone": "America/Vancouver",
      "states": [
        "British Columbia"
      ]
    }
  ],
  "Mexico": [
    {
      "zone": "America/Mexico_City",
      "states": []
    },
    {
      "zone": "America/Cancun",
      "states": [
        "Quintana Roo"
      ]
    },
    {
      "zone": "America/Chihuahua",
      "states": [
        "Chihuahua"
      ]
    },
    {
      "zone": "America/Mazatlan",
      "states": [
        "Baja California Sur",
        "Nayarit",
        "Sinaloa"
      ]
    },
    {
      "zone": "America/Hermosillo",
      "states": [
        "Sonora"
      ]
    },
    {
      "zone": "America/Tijuana",
      "states": [
        "Baja California"
      ]
    }
  ],
  "USA": [
    {
      "zone": "America/New_York",
      "states": []
    },
    {
      "zone": "America/Puerto_Rico",
      "states": [
        "Puerto Rico"
      ]
    },
    {
      "zone": "America/Chicago",
      "states": [
        "Alabama",
        "Arkansas",
        "Illinois",
        "Iowa",
        "Kansas",
        "Louisiana",
        "Minnesota",
        "Mississippi",
        "Missouri",
        "Nebraska",
        "North Dakota",
        "Oklahoma",
        "South Dakota",
        "Tennessee",
        "Texas",
        "Wisconsin"
      ]
    },
    {
      "zone": "America/Denver",
      "states": [
        "Colorado",
        "Idaho",
        "Montana",
        "New Mexico",
        "Utah",
        "Wyoming"
      ]
    },
    {
      "zone": "America/Phoenix",
      "states": [
        "Arizona"
      ]
    },
    {
      "zone": "America/Los_Angeles",
      "states": [
        "California",
        "Nevada",
        "Oregon",
        "Washington"
      ]
    },
    {
      "zone": "America/Anchorage",
      "states": [
        "Alaska"
      ]
    },
    {
      "zone": "Pacific/Honolulu",
      "states": [
        "Hawaii"
      ]
    }
  ]
} as const
