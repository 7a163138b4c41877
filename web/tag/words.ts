// What the page says, in the languages that it speaks. The English is the
// specification's, letter for letter. What a farm typed itself stays as it is.

export interface Words {
  lang: 'en' | 'es' | 'fr'
  /** '14 Nov 2026'; months count from 0. */
  day: (day: number, month: number, year: number) => string
  /** '6:40 am' */
  time: (hour: number, minute: number) => string
  /** '2 days' */
  days: (count: number) => string
  pageTitle: string
  /** The page's title, of a farm that may have no name. */
  title: (product: string, farm: string) => string
  story: (name: string) => string
  /** Under the exact English line of a recall; '' in English. */
  recalledBy: (party: string) => string
  /** Of a tag that its firm took back as a mistake; first on the page. */
  takenBack: (day: string) => string
  notToEat: string
  keepApart: string
  call: (phone: string) => string
  harvested: (day: string, place: string) => string
  processed: (day: string) => string
  iced: (time: string) => string
  icedSameDay: string
  parcel: (parcel: string) => string
  later: (time: string) => string
  afterHarvest: (time: string) => string
  packedBy: (name: string) => string
  cert: string
  fromWater: string
  nothing: string
  /** By what the server calls them: the labels that a farm may choose among, and the rest. */
  labels: Record<Label, string>
  notFound: Trouble
  failed: Trouble
  tryAgain: string
}

export interface Trouble {
  heading: string
  sentence: string
}

const LABELS = [
  'Brand',
  'Species',
  'Type',
  'Size',
  'Grown By',
  'Growing Process',
  'Tasting Notes',
  'Harvest',
  'Processing Date',
  'Original Shipper',
  'Harvester',
  'Received Date',
  'Ice/Refrigeration',
  'Wet Storage Lot #',
  'Wet Storage Start Date',
  'Wet Storage End Date',
  'Ship',
] as const

export type Label = (typeof LABELS)[number]

const labels = (...names: string[]) =>
  Object.fromEntries(LABELS.map((label, at) => [label, names[at] ?? label])) as Record<Label, string>

/** A label in the reader's language; one that a farm made up itself as it is. */
export function labelled(words: Words, label: string): string {
  return LABELS.some((known) => known === label) ? words.labels[label as Label] : label
}

/** In every language the line of a recall is there as the specification has it. */
export const recalledInEnglish = (party: string) => `PRODUCT RECALLED BY ${party}`

const months = (list: string) => list.split(' ')
const two = (count: number) => String(count).padStart(2, '0')
const joined = (...parts: string[]) => parts.filter(Boolean).join(' ')

const EN_MONTHS = months('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec')

export const EN: Words = {
  lang: 'en',
  day: (day, month, year) => `${day} ${EN_MONTHS[month]} ${year}`,
  time: (hour, minute) => `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? 'am' : 'pm'}`,
  days: (count) => (count === 1 ? '1 day' : `${count} days`),
  pageTitle: 'Harvest Tag Information',
  title: (product, farm) => joined(product, farm, 'Harvest Tag Information'),
  story: (name) => `Harvest tag of ${name}: where this product was grown and harvested, how it was stored and shipped.`,
  recalledBy: () => '',
  takenBack: (day) => `This tag is not valid. The firm that made it took it back on ${day}.`,
  notToEat: 'Do not eat, serve or sell these oysters.',
  keepApart: 'Keep them apart. Keep this tag.',
  call: (phone) => `Call ${phone}`,
  harvested: (day, place) => `Harvested ${joined(day, place && `at ${place}`)}.`,
  processed: (day) => `Processed ${day}.`,
  iced: (time) => `On ice ${time} later.`,
  icedSameDay: 'On ice the same day.',
  parcel: (parcel) => `parcel ${parcel}`,
  later: (time) => `${time} later`,
  afterHarvest: (time) => `${time} after harvest`,
  packedBy: (name) => `Packed by ${name}`,
  cert: 'CERT#',
  fromWater: 'From the water to you',
  nothing: 'Nothing has been recorded for this tag yet.',
  labels: labels(),
  notFound: { heading: 'Tag not found', sentence: "We're sorry. The tag you scanned could not be found." },
  failed: { heading: 'An Error Occured', sentence: "We're sorry. Something went wrong looking for your tag." },
  tryAgain: 'Try again',
}

const ES_MONTHS = months('ene feb mar abr may jun jul ago sept oct nov dic')

const ES: Words = {
  lang: 'es',
  day: (day, month, year) => `${day} ${ES_MONTHS[month]} ${year}`,
  time: (hour, minute) => `${hour}:${two(minute)} h`,
  days: (count) => (count === 1 ? '1 día' : `${count} días`),
  pageTitle: 'Información de la etiqueta de cosecha',
  title: (product, farm) => joined(product, farm && `${farm}:`, 'información de la etiqueta de cosecha'),
  story: (name) =>
    `Etiqueta de cosecha de ${name}: dónde se cultivó y se cosechó este producto, y cómo se almacenó y se envió.`,
  recalledBy: (party) => `Producto retirado del mercado por ${party}`,
  takenBack: (day) => `Esta etiqueta no es válida. La empresa que la hizo la retiró el ${day}.`,
  notToEat: 'No coma, no sirva ni venda estas ostras.',
  keepApart: 'Manténgalas aparte. Conserve esta etiqueta.',
  call: (phone) => `Llamar al ${phone}`,
  harvested: (day, place) => `Se cosecharon ${joined(day && `el ${day}`, place && `en ${place}`)}.`,
  processed: (day) => `Se procesaron el ${day}.`,
  iced: (time) => `En hielo ${time} después.`,
  icedSameDay: 'En hielo el mismo día.',
  parcel: (parcel) => `parcela ${parcel}`,
  later: (time) => `${time} después`,
  afterHarvest: (time) => `${time} después de la cosecha`,
  packedBy: (name) => `Empacado por ${name}`,
  cert: 'CERT. N.º',
  fromWater: 'Del agua a su mesa',
  nothing: 'Todavía no se ha registrado nada sobre esta etiqueta.',
  labels: labels(
    'Marca',
    'Especie',
    'Tipo',
    'Talla',
    'Cultivado por',
    'Método de cultivo',
    'Notas de cata',
    'Cosecha',
    'Fecha de procesamiento',
    'Expedidor original',
    'Cosechador',
    'Fecha de recepción',
    'Hielo/Refrigeración',
    'Almacenamiento húmedo, lote n.º',
    'Almacenamiento húmedo, inicio',
    'Almacenamiento húmedo, fin',
    'Envío',
  ),
  notFound: {
    heading: 'Etiqueta no encontrada',
    sentence: 'Lo sentimos. No se ha encontrado la etiqueta que ha escaneado.',
  },
  failed: {
    heading: 'Se ha producido un error',
    sentence: 'Lo sentimos. Algo ha salido mal al buscar su etiqueta.',
  },
  tryAgain: 'Volver a intentar',
}

const FR_MONTHS = months('janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.')

const FR: Words = {
  lang: 'fr',
  day: (day, month, year) => `${day === 1 ? '1er' : day} ${FR_MONTHS[month]} ${year}`,
  time: (hour, minute) => `${hour} h ${two(minute)}`,
  days: (count) => (count === 1 ? '1 jour' : `${count} jours`),
  pageTitle: "Informations de l'étiquette de récolte",
  title: (product, farm) => joined(product, farm && `${farm} :`, "informations de l'étiquette de récolte"),
  story: (name) =>
    `Étiquette de récolte de ${name} : où ce produit a été élevé et récolté, comment il a été entreposé et expédié.`,
  recalledBy: (party) => `Produit rappelé par ${party}`,
  takenBack: (day) => `Cette étiquette n’est pas valable. L’entreprise qui l’a faite l’a annulée le ${day}.`,
  notToEat: 'Ne pas manger, ni servir, ni vendre ces huîtres.',
  keepApart: 'Mettez-les à part. Conservez cette étiquette.',
  call: (phone) => `Appeler le ${phone}`,
  harvested: (day, place) => `Récolte ${joined(day && `du ${day}`, place && `à ${place}`)}.`,
  processed: (day) => `Transformation du ${day}.`,
  iced: (time) => `Sur glace ${time} plus tard.`,
  icedSameDay: 'Sur glace le jour même.',
  parcel: (parcel) => `parcelle ${parcel}`,
  later: (time) => `${time} plus tard`,
  afterHarvest: (time) => `${time} après la récolte`,
  packedBy: (name) => `Conditionné par ${name}`,
  cert: 'CERT. N°',
  fromWater: "De l'eau à votre assiette",
  nothing: "Rien n'a encore été enregistré pour cette étiquette.",
  labels: labels(
    'Marque',
    'Espèce',
    'Type',
    'Calibre',
    'Élevé par',
    "Mode d'élevage",
    'Notes de dégustation',
    'Récolte',
    'Date de transformation',
    "Expéditeur d'origine",
    'Récolteur',
    'Date de réception',
    'Glace/Réfrigération',
    'Entreposage humide, lot n°',
    'Entreposage humide, début',
    'Entreposage humide, fin',
    'Expédition',
  ),
  notFound: {
    heading: 'Étiquette introuvable',
    sentence: "Nous sommes désolés. L'étiquette que vous avez scannée est introuvable.",
  },
  failed: {
    heading: "Une erreur s'est produite",
    sentence: 'Nous sommes désolés. La recherche de votre étiquette a échoué.',
  },
  tryAgain: 'Réessayer',
}

/** The words of a language; English for one that the page does not speak. */
export function wordsOf(lang: string | undefined): Words {
  return [EN, ES, FR].find((words) => words.lang === lang) ?? EN
}
