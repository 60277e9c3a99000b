import type { IncomingMail } from './incoming-mail.ts'
import { ownWordsOf } from './own-words.ts'

/** Matches a line or a subject that only says "unsubscribe", in the languages of automatic answers. */
const alone =
  /^["'«„(]*(?:please |bitte |merci de |por favor |prosím |proszę )?(?:unsubscribe(?: me| us| please)?|remove(?: me| us)?|remove from (?:the |your |this )?(?:mailing )?list|take me off(?: your list)?|opt[- ]?(?:me )?out|stop|abmelden|abbestellen|austragen|(?:me )?d[eé]s(?:inscrire|abonner)|d[eé]s(?:inscription|abonnement)|(?:darme de |dar de )?baja|cancelar (?:la |mi )?suscripción|cancellami|cancellatemi|disiscri(?:vimi|zione)|descadastr\p{L}+|cancelar (?:a )?(?:inscrição|subscrição)|afmelden|uitschrijven|wypisz(?:cie)?(?: mnie)?|rezygnuję|avregistrera(?: mig)?|avprenumerera|afmeld(?: mig)?|frameld|avmeld(?: meg)?|meld meg av|peruuta tilaus|odhlásit|odhlásiť|leiratkozás|leiratkozom|dezabonare|dezabonați-mă|abonelikten çık\p{L}*|отписаться|отпишите(?: меня)?|відписатися|відпишіть(?: мене)?|配信停止(?:希望|願います|お願いします)?|退订|退訂|取消订阅|取消訂閱|수신 ?거부(?:합니다)?)(?: please| bitte| svp| por favor| per favore| alstublieft| tack| tak| takk| kiitos)?["'»“)]*[\s.!。！]*$/iu

/** Matches the beginning of a request in English, without a word that could deny it. */
const request =
  '(?:^|[.!?,;:–—-] *|\\b(?:please|pls|plz|kindly|just|and|you|then|so|thanks|hi|hello)[ ,]+)(?:please |kindly )?'
const lists =
  '(?:(?:your|the|this|all|any|these|future)\\b[^.!?\\n]{0,40}\\b(?:lists?|databases?|mailings?|newsletters?|distribution|e-?mails|mails|messages|campaigns?|contacts|records|crm))'
const afterMe =
  '(?: *$| *[.!,;:?)]| (?:again|any ?more|any further|further|in (?:the )?future|ever|at this address|with (?:this|these|your|such)|about this|from now on|thanks|thank you|please))'

const mails = '(?:e-?mails?|mails?|mailings?|messages?|newsletters?|spam)\\b(?! to\\b)'
const which =
  '(?:(?:any|more|any ?more|further|these|this|those|such|your|of|all|kind|unsolicited|marketing|promotional|sales) ){0,4}'
const end = '(?= *(?:$|[.!,;:?)\\n。]))'

/**
 * Returns a pattern of what a person no longer wants: messages, with words such as "these" before, or nothing else
 * in the sentence. Without it, "I don't want to get a long contract" would be a request.
 */
const noMore = (words: string, nouns: string) =>
  `(?:(?: (?:${words})){0,4} (?:${nouns})|(?: (?:${words})){1,4}${end}|(?= *(?:[.!,;)]|$)))`
/** Returns a pattern of a list from which a person is removed, in a language with its word for "from". */
const off = (from: string, names: string) => `(?:${end}|[^.!?\\n]{0,20} ${from}[^.!?\\n]{0,25}(?:${names}))`

const moreFr = noMore(
  "vos|ces?|cet|plus|de|des|d['’]autres|aucun|aucune|vos|votre|tels|telles|ce type de|d['’]",
  "(?:d['’])?(?:e-?mail|mail|courriel|message|newsletter|publicit|sollicitation|communication|spam|pub\\b|rien)",
)
const moreEs = noMore(
  'm[aá]s|sus|estos?|ning[uú]n|ninguna|tantos|este tipo de|de|ustedes|nada|por favor',
  'correos?\\b|e-?mail|mail|mensaje|publicidad|newsletter|bolet[ií]n|spam',
)
const moreIt = noMore(
  'più|altre|altri|le|i|vostre|vostri|queste|questi|tali|sue|suoi|alcuna?|niente|nulla|da voi|la vostra',
  'e-?mail|mail\\b|messagg|comunicazion|newsletter|pubblicit|posta elettronica',
)
const morePt = noMore(
  'mais|os|as|seus|suas|vossos|vossas|estes|esses|estas|essas|nenhum|nada|de|vocês|este tipo de',
  'e-?mail|mail\\b|mensage|newsletter|publicidade|spam|correio eletr',
)
const morePl = noMore(
  'takich|tych|waszych|państwa|więcej|już|od|was|kolejnych|dalszych|żadnych|tego typu',
  'wiadomoś|mail|e-?mail|newslet|korespond|reklam|spam',
)
const moreFi = noMore(
  'teiltä|enempää|näitä|lisää|enää|tällaisia|mitään|minulle|meille',
  'viest|sähköpost|posti|mainos|uutiskir',
)
const moreCs = noMore(
  'další|ďalšie|už|již|dál|viac|žádné|žiadne|vaše|tyto|takové|od|vás',
  'e-?mail|mail|zpráv|správ|newsletter|reklam|obchodní sděl',
)
const moreRo = noMore(
  'mai|mult|multe|alte|de la|voi|dvs|aceste|astfel de|nimic',
  'e-?mail|mail|mesaj|newsletter|reclam|publicit',
)
const moreRu = noMore(
  'больше|більше|мне|нам|мені|ваши|ваші|эти|ці|такие|такі|от|вас|від|ничего|нічого',
  'письм|писем|лист[иі]в?(?!\\p{L})|сообщен|повідомл|рассылк|розсилк|реклам|спам|e-?mail|имейл',
)
const listPl = off('z(?:e|e swojej)?\\b', 'list|baz|mailing|newslet|subskryp|rozsył')
const listSv = off('(?:från|fra|af|av|ur)\\b', 'list|register|utskick|databas|mail|mejl|nyhed|nyhet|kartotek')
const listRu = off('(?:из|от|зі|із|з|від)', 'рассыл|розсил|списк|баз|подписк|підписк')

/** Expressions of a person who wants no more mail. Each one names the person or an address as the object. */
const requests = [
  new RegExp(
    [
      `${request}(?:unsubscribe|opt[- ]?out) (?:me|us|this (?:e-?mail|address|mailbox)|my (?:e-?mail|address))\\b`,
      `${request}(?:remove|delete|take|drop|strike|scrub) (?:me|us|my (?:name|e-?mail(?: address)?|address|details|data|contact)|this (?:e-?mail(?: address)?|address))(?: (?:off|from|out of) ${lists}|(?: off)?(?: *$| *[.!,;]| (?:asap|immediately|now|please|thanks)\\b))`,
      `${request}(?:stop|quit|cease) (?:e-?mailing|mailing|contacting|messaging|writing(?: to)?|spamming|bothering|sending (?:(?:me|us) )?(?:${which}${mails}|(?:this|these|those|stuff|anything|things)\\b${end}))`,
      `${request}(?:do not|don['’]?t|never) (?:e-?mail|mail|contact|message|write(?: to)?|send) (?:me|us|this address)${afterMe}`,
      `${request}(?:do not|don['’]?t|never) send (?:me|us) (?:any|any ?more|more|further|these|such|your) (?:e-?mails?|mails?|messages?)`,
      `\\b(?:I|we) (?:do not|don['’]?t|no longer) (?:want|wis[h]|care)(?: to)? (?:be contacted\\b(?! (?:by|on|via|before|until|at|during|about)\\b)|hear from (?:you|your)\\b(?! (?:by|before|until)\\b)|(?:receive|get|see) (?:${which}${mails}|(?:this|these|those|them|any of this|anything|any ?more)(?: any ?more| any longer| again| from you| in (?:the )?future)?${end})|(?:any |more |any ?more |further |these |your )+${mails})`,
      `\\b(?:I|we)(?:['’]d like| would like| want| wis[h]| ask| request| demand) to (?:be unsubscribed|unsubscribe|(?:be (?:removed|taken off)|opt out)(?:${end}| please| (?:(?:off|from|out of|of) )?${lists}))`,
      `(?:^|[.!?,;] *)(?:please,? )?no (?:more|further) (?:e-?mails?|mails?|messages?)\\b(?= *(?:$|[.!,;]|please|thanks|to me))`,
    ].join('|'),
    'imu',
  ),
  /(?:nehmen|streichen|entfernen|löschen|tragen) sie (?:bitte )?(?:mich|uns|meine (?:e-?mail-?)?(?:adresse|daten|e-?mail)|diese adresse)[^.!?\n]{0,20}(?:aus|von)\b[^.!?\n]{0,30}(?:verteiler|liste|datenbank|datei)|(?:melden|tragen) sie (?:bitte )?(?:mich|uns) (?:bitte )?(?:ab|aus)\b|(?:schreiben|senden|schicken|mailen) sie (?:bitte )?(?:mir|uns|mich) (?:bitte )?(?:nicht mehr|nichts mehr|keine (?:weiteren )?(?:e-?mails?|mails?|nachrichten|werbung)(?: mehr)?)|kontaktieren sie (?:mich|uns) (?:bitte )?nicht (?:mehr|weiter|wieder)|(?:^|[.!,] *)(?:bitte )?keine (?:weiteren )?(?:e-?mails?|mails?|nachrichten|werbung|newsletter)(?: mehr)?(?: an mich)?(?: (?:zu)?(?:senden|schicken))?[ .!]*$|(?:möchte|möchten|will|wollen|wünsche) (?:bitte )?(?:keine (?:weiteren )?(?:e-?mails?|mails?|nachrichten|werbung|newsletter)(?![-\p{L}]| (?:mehr )?(?:ver(?:passen|lieren|schicken|senden|säumen)|übersehen))|nicht (?:mehr|weiter) (?:kontaktiert|angeschrieben|von ihnen))/imu,
  new RegExp(
    [
      `d[eé]s(?:inscrivez|abonnez)[- ](?:moi|nous|mon adresse)`,
      `(?:retirez|supprimez|enlevez|rayez)[- ](?:(?:moi|nous)(?:${end}|[^.!?\\n]{0,20} d(?:e|u|es)\\b[^.!?\\n]{0,25}(?:liste|base|fichier|mailing|diffusion|contacts|newsletter))|mon adresse)`,
      `(?:me|nous) d[eé]s(?:inscrire|abonner)(?= *(?:$|[.!,]|d[eu]s? ))`,
      `(?:me|nous) (?:retirer|supprimer|enlever|rayer|radier) d(?:e|u|es)\\b[^.!?\\n]{0,25}(?:liste|base|fichier|mailing|diffusion|contacts|newsletter)`,
      `ne (?:m['’]|me |nous )(?:écrivez|contactez|écrire|contacter|sollicitez) plus`,
      `ne (?:m['’]|me |nous )(?:envoyez|envoyer) plus${moreFr}`,
      `ne plus (?:m['’]|me |nous )(?:écrire|contacter|solliciter|importuner|envoyer${moreFr})`,
      `(?:souhaite|veux|désire|souhaitons|voulons) (?:plus|pas) (?:recevoir${moreFr}|être contacté(?!e?s? par))`,
      `(?:retirer|supprimer|enlever) (?:mon|cette) (?:adresse|e-?mail|mail)`,
    ].join('|'),
    'iu',
  ),
  new RegExp(
    [
      `(?:elim[ií]n|b[oó]rr|qu[ií]t|s[aá]qu|ret[ií]r|remuev|remov)\\p{L}*(?:me|nos)\\b[^.!?\\n]{0,20} del?\\b[^.!?\\n]{0,25}(?:listas?|base|correos?\\b|registros?|env[ií]os?|bolet[ií]n|mailing|contactos|newsletter)`,
      `(?:elimin|borr|quit|sac|saqu|retir|remuev)\\p{L}+ (?:mi|este) (?:correo|direcci[oó]n|e-?mail|nombre) de`,
      `(?:d[eé]n?me|dadme|denme|darme|darnos) de baja(?! (?:de|con|en) (?:mi|nuestr))`,
      `no me (?:escriban?|contacten?|escribas)\\b[^.!?\\n]{0,20}m[aá]s`,
      `no me (?:env[ií]en?|manden?|env[ií]es) m[aá]s${moreEs}`,
      `no (?:deseo|quiero|deseamos|queremos) (?:recibir${moreEs}|que (?:me|nos) (?:escriban?|contacten?|env[ií]en?|manden?) (?:m[aá]s|nada)${moreEs})`,
      `dejen? de (?:escribir|contactar)(?:me|nos)`,
      `dejen? de (?:enviar|mandar)(?:me|nos)${moreEs}`,
    ].join('|'),
    'iu',
  ),
  new RegExp(
    [
      `(?:cancella|rimuov|elimin|togli)\\p{L}*(?:mi|ci)\\b(?= *(?:$|[.!,]|per (?:favore|cortesia)|d[ai]\\p{L}* [^.!?\\n]{0,25}(?:list|elenc|mailing|database|indirizz|contatt|newsletter)))`,
      `(?:cancellate|rimuovete|eliminate|togliete|cancellare|rimuovere) (?:il mio (?:indirizzo|nome|contatto)|la mia (?:e-?mail|mail))`,
      `non (?:scriv|contatt)\\p{L}*(?:mi|ci)? più`,
      `non (?:invia|manda)\\p{L}*(?:mi|ci)? (?:più|altre)${moreIt}`,
      `non (?:desidero|voglio|vogliamo) (?:più )?(?:ricevere${moreIt}|essere contattat\\p{L}*(?! (?:per|al|via)))`,
      `smett(?:ete|ila|etela) di (?:scriver|contattar)(?:mi|ci)`,
      `smett(?:ete|ila|etela) di (?:inviar|mandar)(?:mi|ci)${moreIt}`,
      `disiscriv(?:etemi|imi)`,
    ].join('|'),
    'iu',
  ),
  new RegExp(
    [
      `(?:remov|retir|exclu|elimin|tir|apagu?)\\p{L}*[- ](?:me|nos)\\b[^.!?\\n]{0,10} d[aeo]s?\\b[^.!?\\n]{0,25}(?:list|base|mailing|contat|contact|newsletter|envio|cadastro)`,
      `(?:remov|retir|exclu|elimin|tir|apagu?)\\p{L}* (?:o )?(?:meu|este) (?:e-?mail|endereço|contato|contacto|nome)(?:${end}| d[aeo]s?\\b[^.!?\\n]{0,25}(?:list|base|mailing|contat|contact|newsletter|envio|cadastro))`,
      `não (?:me |nos )?(?:escrev|contat|contact)\\p{L}*(?:-me|-nos)? mais`,
      `não (?:me |nos )?(?:envi|mand)\\p{L}*(?:-me|-nos)? mais${morePt}`,
      `não (?:desejo|quero|queremos|desejamos) (?:mais )?(?:receber${morePt}|ser contac?ta\\p{L}*(?! por))`,
      `par(?:e|em) de (?:me |nos )?(?:escrever|contactar|contatar)`,
      `par(?:e|em) de (?:me |nos )?(?:enviar|mandar)${morePt}`,
    ].join('|'),
    'iu',
  ),
  new RegExp(
    [
      `(?:verwijder|haal|schrijf|schrap) (?:mij|me|ons)\\b(?! in\\b)[^.!?\\n]{0,25}(?:uit|van|af)\\b[^.!?\\n]{0,20}(?:lijst|bestand|database|mailing|verzend|nieuwsbrief)`,
      `(?:verwijder|haal|schrap) mijn (?:e-?mail)?(?:adres|gegevens|naam)\\b[^.!?\\n]{0,25}(?:uit|van|af)\\b`,
      `(?:meld|schrijf) (?:mij|me|ons)(?! in\\b)[^.!?\\n]{0,20}(?:af|uit)(?= *(?:$|[.!,]|voor|van))`,
      `(?:mail|schrijf|benader|contacteer) (?:mij|me|ons)[^.!?\\n]{0,15}(?:geen|niet)[^.!?\\n]{0,20}meer`,
      `stuur (?:mij|me|ons)[^.!?\\n]{0,15}(?:niets|geen (?:e-?mails?|mails?|berichten|reclame))[^.!?\\n]{0,8}meer`,
      `(?<!\\b(?:kan|kunnen|krijgen?|ontvangen?|komen)\\b[^.!?\\n]{0,20})geen (?:e-?mails?|mails?|berichten) meer`,
      `wil (?:geen (?:verdere |andere )?(?:e-?mails?|mails?|berichten|nieuwsbrie\\p{L}*|reclame)\\b[^.!?\\n]{0,20}(?:ontvangen|krijgen|hebben)|(?:niets?|niet) (?:meer|langer)(?: (?:door|van) (?:u|jullie|je))?(?: meer)?(?: worden)? (?:ontvangen|benaderd|gemaild)|niet (?:(?:door|van) (?:u|jullie|je) )?(?:worden )?(?:benaderd|gemaild))`,
    ].join('|'),
    'iu',
  ),
  new RegExp(
    [
      `(?:usuń|usuńcie|usunąć|wykreśl\\p{L}*|wypis\\p{L}*|skreśl\\p{L}*) (?:(?:mnie|nas)${listPl}|(?:mój|moją|mojego) (?:adres|e-?mail|mail|dane|kontakt))`,
      `(?:usunięcie|wypisanie) (?:(?:mnie|mojego adresu)${listPl}|z (?:listy|bazy|mailingu|newslettera))`,
      `(?:proszę|prosimy) (?:(?:więcej |już )?(?:nie|przestać)|o nie) ?(?:do mnie |mi |już |więcej )?(?:pisać|kontaktować|(?:wysyłać|wysyłanie|przysyłać|przysyłanie)${morePl})`,
      `nie (?:chcę|życzę sobie|chcemy) (?:więcej |już )?(?:(?:otrzymywać|dostawać)${morePl}|wiadomości|maili|kontaktu)`,
    ].join('|'),
    'iu',
  ),
  new RegExp(
    [
      `(?:ta bort|avregistrera|stryk|plocka bort|fjern|slet|slett|afmeld|frameld) (?:(?:mig|oss|os|meg)${listSv}|min (?:adress|adresse|e-?post\\p{L}*|mejl\\p{L}*|mail\\p{L}*|e-?mail\\p{L}*))`,
      `(?:sluta|hold op med at|stop med at|slutt (?:å|med å)|stopp (?:å|med å)) (?:mejla|maila?e?|skriva?e?|kontakta?e?|(?:skicka|sende)(?: (?:mig|oss|os|meg))? (?:[^.!?\\n ]{1,12} )?(?:mejl|mail|e-?mail|e-?post|utskick|meddeland|meddelels|melding|besked|nyhetsbrev|nyhedsbrev|reklam))`,
      `(?:skicka|mejla|maila|kontakta|send|skriv|kontakt)(?: (?:mig|oss|os|meg|till mig|til mig|til meg))? (?:inte|ikke) (?:igen|igjen|(?:fler|flere|mer|mere)(?:${end}| (?:mejl|mail|e-?mail|e-?post|utskick|meddeland|meddelels|melding|besked|nyhetsbrev|nyhedsbrev|reklam)))`,
      `(?:inga|ingen) (?:fler|flere) (?:mejl|mail|e-?mail|e-?post|utskick|meddeland|meddelels|melding|besked|nyhetsbrev|nyhedsbrev|reklam)`,
      `vill inte (?:(?:längre|ha|få|fler|mer|några|era|dessa|ta emot) ){0,4}(?:(?:mejl|mail|e-?mail|e-?post|utskick|meddeland|meddelels|melding|besked|nyhetsbrev|nyhedsbrev|reklam)|bli kontaktad)`,
      `ønsker ikke (?:(?:længere|lenger|at modtage|å motta|flere|mere|mer|jeres|deres|disse|fra) ){0,4}(?:(?:mejl|mail|e-?mail|e-?post|utskick|meddeland|meddelels|melding|besked|nyhetsbrev|nyhedsbrev|reklam)|at blive kontaktet|å bli kontaktet)`,
    ].join('|'),
    'iu',
  ),
  new RegExp(
    [
      `poista(?:kaa)? (?:(?:minut|meidät)(?:${end}|[^.!?\\n]{0,20} [^.!?\\n]{0,20}(?:list|rekister|postitus|tietokan|jakelu))|osoitteeni|sähköpostini|tämä osoite)`,
      `äl(?:ä|kää) enää (?:lähet|laittako|laita|ottako|ota yhteyttä|kirjoit)\\p{L}*`,
      `äl(?:ä|kää) (?:(?:lähet|lait)\\p{L}*${moreFi}|(?:kirjoita|kirjoittako|ota yhteyttä|ottako yhteyttä)(?: minulle| meille)? (?:enää|uudestaan))`,
      `en halua (?:enää )?(?:(?:vastaanottaa|saada)${moreFi}|viestejä|sähköpostia|postia)`,
    ].join('|'),
    'iu',
  ),
  new RegExp(
    [
      `(?:odhlaste|odhláste|vyřaďte|vyraďte|vymažte|odstraňte|odstráňte|smažte) (?:(?:mě|mne|nás|ma)(?:${end}|[^.!?\\n]{0,10} (?:ze?|zo)\\b[^.!?\\n]{0,25}(?:seznam|zoznam|databáz|rozesíl|rozosiel|mailing|evidenc|odběr|newsletter))|(?:moj[ií]|mou|můj|môj|moju) (?:adres|e-?mail|mail|údaj|kontakt))`,
      `(?:nepište|nekontaktujte|nepíšte) (?:mi|mě|mne|nám|nás|ma)(?:${end}| (?:již|už|dál|další|viac)(?!\\p{L}))`,
      `(?:neposílejte|neposielajte) (?:mi|nám)${moreCs}`,
      `nechc(?:i|eme|em) (?:již |už )?(?:(?:dostávat|odebírat|dostávať)${moreCs}|být kontaktován|byť kontaktovaný)`,
    ].join('|'),
    'iu',
  ),
  new RegExp(
    [
      `töröl\\p{L}* (?:engem|minket)(?:${end}| a[^.!?\\n]{0,20}(?:list|adatbázis|hírlev))`,
      `(?:töröl\\p{L}*|vegye(?:nek|n)? (?:le|ki)) (?:(?:kérem|engem|minket|le|ki) ){0,2}(?:a |az |erről a )?(?:címem|nevem|e-?mail|list|adatbázis|hírlev|levelező)`,
      `iratkoztass\\p{L}* (?:le|ki)`,
      `ne (?:küldj|írj|keress)\\p{L}*(?: nekem| nekünk)? (?:többet|többé|több (?:e-?mail|level|levél|üzenet|hírlev|reklám|ajánlat))`,
      `többé ne (?:írj|küldj|keress)\\p{L}*`,
      `nem (?:kérek|szeretnék|kívánok) (?:több (?:e-?mail|level|levél|üzenet|hírlev|reklám|ajánlat)|többet${end})`,
    ].join('|'),
    'iu',
  ),
  new RegExp(
    [
      `(?:scoate|șterge|elimina|dezabona)ți?-(?:mă|ne)(?:${end}|[^.!?\\n]{0,20} (?:din|de pe)\\b[^.!?\\n]{0,25}(?:list|baz|mailing|newsletter))`,
      `(?:scoateți|ștergeți|eliminați) (?:adresa|e-?mailul|numele) mea?u?`,
      `nu (?:îmi |mi |-mi |mă |ne )?mai (?:scrie|contacta)\\p{L}*`,
      `nu(?: îmi| mi|-mi| ne)? mai trimite\\p{L}*${moreRo}`,
      `nu (?:mai )?(?:doresc|vreau) (?:să primesc${moreRo}|să fiu contactat\\p{L}*(?! (?:telefonic|prin))|e-?mailuri)`,
    ].join('|'),
    'iu',
  ),
  new RegExp(
    [
      `(?:beni|bizi)[^.!?\\n]{0,30}(?:liste|veri ?taban|abone|gönderim)[^.!?\\n]{0,20} (?:çıkar|sil(?:in|er|iniz)|kaldır)`,
      `(?:adresimi|e-?posta(?:mı| adresimi)|mailimi|adımı)[^.!?\\n]{0,40}(?:çıkar|sil(?:in|er|iniz)|kaldır)`,
      `(?:bana|bize) (?:bir daha|artık) (?:(?:e-?posta|mail|mesaj|reklam)\\p{L}* )?(?:gönderme|atma|yazma)`,
      `(?:e-?posta|mail|mesaj)\\p{L}* almak istemiyor`,
    ].join('|'),
    'iu',
  ),
  new RegExp(
    [
      `(?:уберите|удалите|исключите|вычеркните|отпишите|видаліть|приберіть|виключіть|відпишіть)[, ]+(?:пожалуйста,? |будь ласка,? )?(?:(?:меня|нас|мене)${listRu}|(?:мой|мою|наш|мій|мою) (?:адрес|почт|пошт|e-?mail|имейл|контакт|данны))`,
      `(?:больше|більше) не (?:пишите|беспокойте|пишіть|турбуйте)`,
      `(?:больше|більше) не (?:присылайте|отправляйте|надсилайте)${moreRu}`,
      `не (?:пишите|пишіть) (?:мне|нам|мені) (?:больше|більше)`,
      `не (?:присылайте|надсилайте) (?:мне|нам|мені) (?:больше|більше)${moreRu}`,
      `(?:прекратите|перестаньте|припиніть) (?:мне |мені )?(?:писать|беспокоить|писати|(?:присылать|слать|надсилати)${moreRu})`,
      `не (?:хочу|желаю|бажаю) (?:больше |більше )?(?:получать|отримувати)${moreRu}`,
    ].join('|'),
    'iu',
  ),
  /配信(?:を|の)?(?:停止|解除|中止)(?!機能|方法|でき)|(?:リスト|名簿|宛先)から(?:外|削除|除外)|(?:今後|以後|これ以上)[^。\n]{0,20}(?:送らないで|送信しないで|送付しないで|不要です|お控え|お断り)|(?:メール|連絡|配信|案内)(?:は|を)(?:不要です|結構です(?!ね)|お断り|停止して|送らないで)/u,
  /(?:把|将|將)(?:我|我们|我們)[^。\n]{0,10}(?:从|從)[^。\n]{0,15}(?:名单|名單|列表|清单|清單)[^。\n]{0,6}(?:删除|刪除|移除|去掉)|(?:不要|别|別|请勿|請勿|停止)再?(?:给|給|向)?(?:我|我们|我們)?再?(?:发送?|發送?|寄)[^。\n]{0,8}(?:邮件|郵件|信)|(?:不要|别|別|请勿|請勿)再(?:联系|聯繫|聯絡)(?:我|我们|我們)|(?<!客户|客戶|用户|用戶|他们|他們)(?:要|想|请|請)(?:求)?(?:退订|退訂|取消订阅|取消訂閱)(?!功能|怎|的|链接|連結)/u,
  /수신 ?거부(?! ?(?:기능|방법|버튼|링크|율|처리)|[가는를])|(?:메일|이메일|연락)[^.\n]{0,10}(?:보내지|하지) ?(?:마|말아)|(?:목록|명단|리스트)에서[^.\n]{0,12}(?:삭제|제외|빼)|구독 ?(?:취소|해지)(?! ?(?:기능|방법|버튼|링크|율)|[가는를])/u,
]

const firstLines = 5
const maxFirst = 500

/**
 * Returns whether a mail of a person asks for no more mail: by a subject such as "unsubscribe", or in the first lines
 * of the person's own text. Quoted text does not count, because our messages contain such words too.
 */
export function asksToStop({ subject, text }: Pick<IncomingMail, 'subject' | 'text'>): boolean {
  if (alone.test(subject.trim())) return true
  const lines = ownWordsOf(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, firstLines)
  if (lines.some((line) => line.length < 80 && alone.test(line))) return true
  const first = lines.join('\n').slice(0, maxFirst)
  // Lines of one paragraph are also read as one line, because mail programs break lines within a sentence.
  return requests.some((one) => one.test(first) || one.test(first.replaceAll('\n', ' ')))
}
