package tagpage

import (
	"fmt"
	"strings"

	"github.com/merroir/merroir/internal/tag"
)

var spanish = words{
	lang:      "es",
	day:       dayWith("ene feb mar abr may jun jul ago sept oct nov dic"),
	time:      func(hour, minute int) string { return fmt.Sprintf("%d:%02d h", hour, minute) },
	days:      daysOf("día", "días"),
	pageTitle: "Información de la etiqueta de cosecha",
	title: func(product, farm string) string {
		if farm != "" {
			farm += ":"
		}
		return joined(" ", product, farm, "información de la etiqueta de cosecha")
	},
	story: around("Etiqueta de cosecha de ", ": dónde se cultivó y se cosechó este producto, y cómo se almacenó y se envió."),

	recalledBy: around("Producto retirado del mercado por ", ""),
	takenBack:  around("Esta etiqueta no es válida. La empresa que la hizo la retiró el ", "."),
	these:      [...]string{"estos mariscos", "estas ostras", "estas almejas", "estos mejillones", "estas vieiras", "estas almejas geoduck"},
	notToEat:   around("No coma, no sirva ni venda ", "."),
	keepApart: func(kind tag.Shellfish) string {
		if kind == tag.Mussels || kind == tag.AnyShellfish {
			return "Manténgalos aparte. Conserve esta etiqueta."
		}
		return "Manténgalas aparte. Conserve esta etiqueta."
	},
	call: around("Llamar al ", ""),

	harvested: func(day, place string) string {
		return "Se cosecharon " + joined(" ", some("el ", day), some("en ", place)) + "."
	},
	processed:    around("Se procesaron el ", "."),
	iced:         around("En hielo ", " después."),
	icedSameDay:  "En hielo el mismo día.",
	parcel:       around("parcela ", ""),
	later:        around("", " después"),
	afterHarvest: around("", " después de la cosecha"),
	packedBy:     around("Empacado por ", ""),
	cert:         "CERT. N.º",
	fromWater:    "Del agua a su mesa",
	nothing:      "Todavía no se ha registrado nada sobre esta etiqueta.",
	labels: labelsOf(
		"Marca", "Especie", "Tipo", "Talla", "Cultivado por", "Método de cultivo", "Notas de cata",
		"Cosecha", "Fecha de procesamiento", "Expedidor original", "Cosechador", "Fecha de recepción", "Hielo/Refrigeración",
		"Almacenamiento húmedo, lote n.º", "Almacenamiento húmedo, inicio", "Almacenamiento húmedo, fin", "Envío",
	),
	notFound: trouble{"Etiqueta no encontrada", "Lo sentimos. No se ha encontrado la etiqueta que ha escaneado."},
	failed:   trouble{"Se ha producido un error", "Lo sentimos. Algo ha salido mal al buscar su etiqueta."},
	tryAgain: "Volver a intentar",
}

var frenchDay = dayWith("janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.")

var french = words{
	lang: "fr",
	day: func(day, month, year int) string {
		said := frenchDay(day, month, year)
		if day == 1 {
			return "1er" + strings.TrimPrefix(said, "1")
		}
		return said
	},
	time:      func(hour, minute int) string { return fmt.Sprintf("%d h %02d", hour, minute) },
	days:      daysOf("jour", "jours"),
	pageTitle: "Informations de l'étiquette de récolte",
	title: func(product, farm string) string {
		if farm != "" {
			farm += " :"
		}
		return joined(" ", product, farm, "informations de l'étiquette de récolte")
	},
	story: around("Étiquette de récolte de ", " : où ce produit a été élevé et récolté, comment il a été entreposé et expédié."),

	recalledBy: around("Produit rappelé par ", ""),
	takenBack:  around("Cette étiquette n’est pas valable. L’entreprise qui l’a faite l’a annulée le ", "."),
	these:      [...]string{"ces coquillages", "ces huîtres", "ces palourdes", "ces moules", "ces pétoncles", "ces panopes"},
	notToEat:   around("Ne pas manger, ni servir, ni vendre ", "."),
	keepApart:  func(tag.Shellfish) string { return "Mettez-les à part. Conservez cette étiquette." },
	call:       around("Appeler le ", ""),

	harvested: func(day, place string) string {
		return "Récolte " + joined(" ", some("du ", day), some("à ", place)) + "."
	},
	processed:    around("Transformation du ", "."),
	iced:         around("Sur glace ", " plus tard."),
	icedSameDay:  "Sur glace le jour même.",
	parcel:       around("parcelle ", ""),
	later:        around("", " plus tard"),
	afterHarvest: around("", " après la récolte"),
	packedBy:     around("Conditionné par ", ""),
	cert:         "CERT. N°",
	fromWater:    "De l'eau à votre assiette",
	nothing:      "Rien n'a encore été enregistré pour cette étiquette.",
	labels: labelsOf(
		"Marque", "Espèce", "Type", "Calibre", "Élevé par", "Mode d'élevage", "Notes de dégustation",
		"Récolte", "Date de transformation", "Expéditeur d'origine", "Récolteur", "Date de réception", "Glace/Réfrigération",
		"Entreposage humide, lot n°", "Entreposage humide, début", "Entreposage humide, fin", "Expédition",
	),
	notFound: trouble{"Étiquette introuvable", "Nous sommes désolés. L'étiquette que vous avez scannée est introuvable."},
	failed:   trouble{"Une erreur s'est produite", "Nous sommes désolés. La recherche de votre étiquette a échoué."},
	tryAgain: "Réessayer",
}
