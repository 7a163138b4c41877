package site

// noticeWords are the texts of the page of a notice.
var noticeWords = map[string]map[string]string{
	"en": {
		"title": "Shellfish recall", "drill": "DRILL. This is a recall drill. Nothing is recalled.", "by": "Recalled by", "to": "To", "class": "Class", "reason": "Reason",
		"do":      "Do not sell, serve or eat it. Put it aside, and follow what the authority or the firm that shipped it tells you.",
		"shipped": "Shipped to you", "tag": "tag", "more": "more shipments", "confirm": "Confirm that you have received this notice",
		"yourName": "Your name", "onHand": "Still here (quantity)", "returned": "Returned (quantity)", "delivered": "Shipped to you in all", "harvested": "Harvested", "questions": "Questions? Call the company that shipped it",
		"correct": "Correct your report", "sendAgain": "Send the correction", "wrong fields": "Please check the fields below.",
		"wrong total": "Together that is more than was shipped to you.", "wrong units": "Please give the quantities in the note: they came in several units.", "sold": "Sold (quantity)", "destroyed": "Destroyed (quantity)", "note": "Note", "optional": "optional",
		"send": "I have received this notice", "acked": "Received and confirmed", "on": "on", "ended": "This recall has ended.", "released": "This recall no longer concerns you.",
		"wrong name": "Please give your name.", "wrong number": "Write a plain number, such as 1500 or 2.5.", "wrong note": "A note is text of at most 2,000 characters.", "wrong": "That could not be read. Please try again.",
		"point": ".", "each": "animal animals", "dozen": "dozen dozen", "bag": "bag bags", "bushel": "bushel bushels", "kg": "kg kg",
		"gone": "There is no such notice. Please open the link exactly as it is in the mail.", "failed": "Something went wrong. Please try again.",
	},
	"es": {
		"title": "Retirada de moluscos", "drill": "SIMULACRO (DRILL). Es un simulacro de retirada. No se retira nada.", "by": "Retirado por", "to": "Para", "class": "Clase", "reason": "Motivo",
		"do":      "No lo venda, no lo sirva y no lo coma. Apártelo y siga las instrucciones de la autoridad o de la empresa que lo envió.",
		"shipped": "Enviado a usted", "tag": "etiqueta", "more": "envíos más", "confirm": "Confirme que ha recibido este aviso",
		"yourName": "Su nombre", "onHand": "Todavía aquí (cantidad)", "returned": "Devuelto (cantidad)", "delivered": "Enviado a usted en total", "harvested": "Cosechado", "questions": "¿Preguntas? Llame a la empresa que lo envió",
		"correct": "Corrija su informe", "sendAgain": "Enviar la corrección", "wrong fields": "Revise los campos siguientes.",
		"wrong total": "En total es más de lo que se le envió.", "wrong units": "Indique las cantidades en la nota: llegaron en varias unidades.", "sold": "Vendido (cantidad)", "destroyed": "Destruido (cantidad)", "note": "Nota", "optional": "opcional",
		"send": "He recibido este aviso", "acked": "Recibido y confirmado", "on": "el", "ended": "Esta retirada ha terminado.", "released": "Esta retirada ya no le afecta.",
		"wrong name": "Indique su nombre.", "wrong number": "Escriba un número sencillo, por ejemplo 1500 o 2,5.", "wrong note": "Una nota es un texto de 2000 caracteres como máximo.", "wrong": "No se pudo leer. Inténtelo de nuevo.",
		"point": ".", "each": "animal animales", "dozen": "docena docenas", "bag": "saco sacos", "bushel": "bushel bushels", "kg": "kg kg",
		"gone": "No existe tal aviso. Abra el enlace exactamente como está en el correo.", "failed": "Algo salió mal. Inténtelo de nuevo.",
	},
	"fr": {
		"title": "Rappel de coquillages", "drill": "EXERCICE (DRILL). Ceci est un exercice de rappel. Rien n'est rappelé.", "by": "Rappelé par", "to": "À", "class": "Classe", "reason": "Motif",
		"do":      "Ne le vendez pas, ne le servez pas et ne le mangez pas. Mettez-le de côté et suivez les instructions de l'autorité ou de l'entreprise qui l'a expédié.",
		"shipped": "Expédié à vous", "tag": "étiquette", "more": "autres envois", "confirm": "Confirmez que vous avez reçu cet avis",
		"yourName": "Votre nom", "onHand": "Encore ici (quantité)", "returned": "Retourné (quantité)", "delivered": "Total expédié à vous", "harvested": "Récolté", "questions": "Des questions ? Appelez l'entreprise qui l'a expédié",
		"correct": "Corrigez votre déclaration", "sendAgain": "Envoyer la correction", "wrong fields": "Veuillez vérifier les champs ci-dessous.",
		"wrong total": "Au total, c'est plus que ce qui vous a été expédié.", "wrong units": "Indiquez les quantités dans la remarque : elles sont en plusieurs unités.", "sold": "Vendu (quantité)", "destroyed": "Détruit (quantité)", "note": "Remarque", "optional": "facultatif",
		"send": "J'ai reçu cet avis", "acked": "Reçu et confirmé", "on": "le", "ended": "Ce rappel est terminé.", "released": "Ce rappel ne vous concerne plus.",
		"wrong name": "Veuillez indiquer votre nom.", "wrong number": "Écrivez un nombre simple, par exemple 1500 ou 2,5.", "wrong note": "Une remarque est un texte de 2000 caractères au plus.", "wrong": "Lecture impossible. Veuillez réessayer.",
		"point": ",", "each": "animal animaux", "dozen": "douzaine douzaines", "bag": "sac sacs", "bushel": "boisseau boisseaux", "kg": "kg kg",
		"gone": "Cet avis n'existe pas. Ouvrez le lien exactement comme il est dans le courriel.", "failed": "Une erreur s'est produite. Veuillez réessayer.",
	},
}
