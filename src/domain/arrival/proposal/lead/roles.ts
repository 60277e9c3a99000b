import { conceptOf, wordsOfName } from '../names.ts'

/**
 * Words that name a person on the seller's side: the owner of a lead, the agent of a listing, the host of a meeting.
 * An address beside such a word is never the lead's. English, German, French, Spanish, Italian, Portuguese and Dutch.
 */
const sellerWords = new Set(
  [
    'owner owners agent agents host hosts cohost cohosts salesman salesmen salesperson salespeople salesrep seller sellers',
    'rep reps representative representatives assignee assignees assigned portal realtor realtors broker brokers brokerage',
    'creator organizer organizers organiser organisers staff staffer vendor vendors merchant merchants admin admins',
    'administrator operator operators advisor advisors adviser advisers consultant consultants recruiter recruiters',
    'coordinator planner planners supervisor technician manager managers employee employees colleague colleagues collaborator collaborators',
    'negotiator negotiators landlord lister publisher advertiser instructor instructors trainer teacher presenter presenters speaker speakers',
    'panelist panelists interviewer interviewers responder closer setter csm sdr bdr practitioner provider franchisee franchise',
    'reseller distributor dealer dealership agency teammate teammates responsible',
    'besitzer inhaber makler maklerin verkaufer verkauferin vertriebler vertrieb berater beraterin betreuer betreuerin',
    'bearbeiter sachbearbeiter gastgeber veranstalter zustandig zustandiger verantwortlicher mitarbeiter mitarbeiterin',
    'ersteller eigentumer anbieter vermieter verwalter kundenberater kundenbetreuer portalbetreiber handler',
    'proprietaire vendeur vendeuse conseiller conseillere responsable organisateur hote createur gestionnaire',
    'propietario dueno vendedor vendedora asesor asesora anfitrion organizador organizadora creador encargado encargada gestor',
    'proprietario venditore venditrice consulente responsabile organizzatore creatore incaricato assegnatario agente corretor',
    'anfitriao criador eigenaar makelaar verkoper adviseur organisator verhuurder beheerder medewerker',
  ].flatMap((words) => words.split(' ')),
)

/** Pairs of words of one key that name a person or a mailbox on the seller's side only together. */
const sellerPairs = new Set(
  [
    'createdby updatedby modifiedby assignedto assignedby handledby ownedby sentby addedby managedby changedby submittedto',
    'bookedwith creditedto referredby replyto noreply teammember accountexecutive salesteam supportemail systememail notificationemail',
    'notificationsender notificationemails notifyemail notifyemails adminemail ccemail bccemail ccemails bccemails dropboxemail',
    'actionuser currentuser loggedinuser hiringteam leadowner dealowner portalemail',
  ].flatMap((words) => words.split(' ')),
)

/** Words of whole keys that hold addresses to which a message goes besides its reader. */
const copies = new Set(['cc', 'bcc', 'to', 'replyto', 'noreply', 'followers', 'watchers'])

/**
 * Words that may name either side: `user` is a colleague in a CRM, and the lead in the notice of a sign-up.
 */
const eitherWords = new Set(
  'user users member members account accounts actor author recipient recipients'.split(' '),
)

/** Words that name a place, an organization or a thing. An address beside such a word is not that of a person. */
const thingWords = new Set(
  [
    'store shop location branch office property listing unit project venue restaurant hotel school clinic department',
    'brand workspace site website page campaign organization organisation org tenant business company employer supplier',
    'salon studio facility resort filiale standort geschaft firma unternehmen objekt immobilie boutique magasin agence',
    'entreprise societe tienda empresa sucursal negozio azienda sede loja product vehicle car',
  ].flatMap((words) => words.split(' ')),
)

/** The side of a trade that the keys around a value name. */
export type Side = 'seller' | 'either' | 'thing'

/**
 * Returns the side that the keys of a value name, from the outermost key to the key of the value; null if they name
 * neither the seller's side nor a thing. Words for both sides and things count only in the last two keys.
 */
export function sideOf(keys: readonly string[], label: string | null): Side | null {
  const words = keys.map(wordsOfName)
  const labelled = label === null ? words : [...words, wordsOfName(label)]
  if (labelled.some(namesSeller)) return 'seller'
  const near = words.slice(-2)
  if (near.some((name) => name.some((word) => eitherWords.has(word)))) return 'either'
  const isThing = near.some(
    (name, at) =>
      name.some((word) => thingWords.has(word)) && (at < near.length - 1 || conceptOf(name) === null),
  )
  return isThing ? 'thing' : null
}

/** Returns whether the name of a column asks for a value of the seller's side, as `owner email` does. */
export function asksForSeller(words: readonly string[]): boolean {
  return namesSeller(words) || words.some((word) => eitherWords.has(word))
}

function namesSeller(words: readonly string[]): boolean {
  if (copies.has(words.join(''))) return true
  return words.some((word, at) => sellerWords.has(word) || sellerPairs.has(`${word}${words[at + 1] ?? ''}`))
}

/** Words that name the lead. They only tell the lead from another person; a person is found without them. */
const leadWords = new Set(
  [
    'contact contacts lead leads person people customer customers subscriber attendee attendees invitee invitees prospect client',
    'registrant registrants applicant applicants guest guests candidate requester requestor visitor buyer purchaser booker payer',
    'billing shopper patient student tenant inquirer enquirer inquiry enquiry borrower donor respondent participant signer',
    'kunde kundin kontakt interessent interessentin bewerber bewerberin teilnehmer gast kaufer cliente clienti acheteur',
    'contacto candidato inscrit destinataire interesado huesped ospite klant gebruiker bezoeker contato hospede',
  ].flatMap((words) => words.split(' ')),
)

export function isLeadWord(word: string): boolean {
  return leadWords.has(word)
}
