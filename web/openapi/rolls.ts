/** Made by merroir openapi --rolls from internal/paper/catalogue.go. */
export const ROLL_KINDS = [
  {
    "roll": "mobile",
    "of": "mobile",
    "family": "mobile",
    "field": "mobileRollRefillCount",
    "fill": 12,
    "choices": [
      12,
      24,
      36,
      48,
      60
    ],
    "special": false
  },
  {
    "roll": "mobileLaminated",
    "of": "mobile",
    "family": "mobile",
    "field": "mobileLaminatedRollRefillCount",
    "fill": 15,
    "choices": [
      15,
      30,
      45,
      60
    ],
    "special": true
  },
  {
    "roll": "sixMilMobile",
    "of": "mobile",
    "family": "mobile",
    "field": "sixMilMobileRollRefillCount",
    "fill": 20,
    "choices": [
      20,
      40,
      60,
      80
    ],
    "special": true
  },
  {
    "roll": "mobileSmall",
    "of": "mobile",
    "family": "mobile",
    "field": "mobileSmallRollRefillCount",
    "fill": 16,
    "choices": [
      16,
      32,
      48,
      64
    ],
    "special": true
  },
  {
    "roll": "industrial",
    "of": "industrial",
    "family": "industrial",
    "field": "industrialRollRefillCount",
    "fill": 4,
    "choices": [
      4,
      8,
      12,
      16,
      20,
      24
    ],
    "special": false
  },
  {
    "roll": "industrialSmall",
    "of": "industrial",
    "family": "industrial",
    "field": "industrialSmallRollRefillCount",
    "fill": 4,
    "choices": [
      4,
      8,
      12,
      16,
      20,
      24
    ],
    "special": false
  },
  {
    "roll": "mobileSticker",
    "of": "mobileSticker",
    "family": "mobile",
    "field": "mobileStickerRollRefillCount",
    "fill": 5,
    "choices": [
      5,
      10,
      15,
      20,
      25
    ],
    "special": false
  },
  {
    "roll": "blackLineMobile",
    "of": "blackLineMobile",
    "family": "mobile",
    "field": "blackLineMobileRefillCount",
    "fill": 4,
    "choices": [
      4,
      8,
      12,
      16,
      20,
      24
    ],
    "special": false
  }
] as const
