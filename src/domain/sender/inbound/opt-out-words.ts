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

/** Expressions of a person who wants no more mail. Each one names the person or an address as the object. */
const requests = [
  new RegExp(
    [
      `${request}(?:unsubscribe|opt[- ]?out) (?:me|us|this (?:e-?mail|address|mailbox)|my (?:e-?mail|address))\\b`,
      `${request}(?:remove|delete|take|drop|strike|scrub) (?:me|us|my (?:name|e-?mail(?: address)?|address|details|data|contact)|this (?:e-?mail(?: address)?|address))(?: (?:off|from|out of) ${lists}|(?: off)?(?: *$| *[.!,;]| (?:asap|immediately|now|please|thanks)\\b))`,
      `${request}(?:stop|quit|cease) (?:e-?mailing|mailing|contacting|messaging|writing(?: to)?|spamming|bothering|sending (?:me|us|these|this|such|your)\\b[^.!?\\n]{0,30}(?:e-?mails?|mails?|messages?|spam|this|these|stuff|anything))`,
      `${request}(?:do not|don['’]?t|never) (?:e-?mail|mail|contact|message|write(?: to)?|send) (?:me|us|this address)${afterMe}`,
      `${request}(?:do not|don['’]?t|never) send (?:me|us) (?:any|any ?more|more|further|these|such|your) (?:e-?mails?|mails?|messages?)`,
      `\\b(?:I|we) (?:do not|don['’]?t|no longer) (?:want|wis[h]|care)(?: to)? (?:(?:receive|get|be contacted|hear from|see)\\b|(?:any |more |any ?more |further |these |your )+(?:e-?mails?|mails?|messages?))`,
      `\\b(?:I|we)(?:['’]d| would) like to (?:be (?:removed|unsubscribed|taken off)|unsubscribe|opt out)|\\b(?:I|we) (?:want|wis[h]|ask|request|demand) to (?:be (?:removed|unsubscribed|taken off)|unsubscribe|opt out)`,
      `(?:^|[.!?,;] *)(?:please,? )?no (?:more|further) (?:e-?mails?|mails?|messages?)\\b(?= *(?:$|[.!,;]|please|thanks|to me))`,
    ].join('|'),
    'imu',
  ),
  /(?:nehmen|streichen|entfernen|löschen|tragen) sie (?:bitte )?(?:mich|uns|meine (?:e-?mail-?)?(?:adresse|daten|e-?mail)|diese adresse)[^.!?\n]{0,20}(?:aus|von)\b[^.!?\n]{0,30}(?:verteiler|liste|datenbank|datei)|(?:melden|tragen) sie (?:bitte )?(?:mich|uns) (?:bitte )?(?:ab|aus)\b|(?:schreiben|senden|schicken|mailen) sie (?:bitte )?(?:mir|uns|mich) (?:bitte )?(?:nicht mehr|nichts mehr|keine (?:weiteren )?(?:e-?mails?|mails?|nachrichten|werbung)(?: mehr)?)|kontaktieren sie (?:mich|uns) (?:bitte )?nicht (?:mehr|weiter|wieder)|(?:^|[.!,] *)(?:bitte )?keine (?:weiteren )?(?:e-?mails?|mails?|nachrichten|werbung|newsletter)(?: mehr)?(?: an mich)?(?: (?:zu)?(?:senden|schicken))?[ .!]*$|(?:möchte|möchten|will|wollen|wünsche) (?:bitte )?(?:keine (?:weiteren )?(?:e-?mails?|mails?|nachrichten|werbung|newsletter)|nicht (?:mehr|weiter) (?:kontaktiert|angeschrieben|von ihnen))/imu,
  /(?:d[eé]s(?:inscrivez|abonnez)|retirez|supprimez|enlevez|rayez)[- ](?:moi|nous|mon adresse)|(?:me|nous) (?:d[eé]s(?:inscrire|abonner)|retirer|supprimer|enlever|rayer|radier)(?= *(?:$|[.!,]|d[eu]s? ))|ne (?:m['’]|me |nous )(?:envoyez|écrivez|contactez|envoyer|écrire|contacter|sollicitez) plus|ne plus (?:m['’]|me |nous )(?:envoyer|écrire|contacter|solliciter|importuner)|(?:souhaite|veux|désire|souhaitons|voulons) (?:plus|pas) (?:recevoir|être contacté)|(?:retirer|supprimer|enlever) (?:mon|cette) (?:adresse|e-?mail|mail)/iu,
  /(?:elim[ií]n|b[oó]rr|qu[ií]t|s[aá]qu|ret[ií]r|remuev|remov)\p{L}*(?:me|nos)\b|(?:elimin|borr|quit|sac|saqu|retir|remuev)\p{L}+ (?:mi|este) (?:correo|direcci[oó]n|e-?mail|nombre) de|(?:d[eé]n?me|dadme|denme|darme|darnos) de baja|no me (?:env[ií]en?|escriban?|contacten?|manden?|escribas|env[ií]es)\b[^.!?\n]{0,20}m[aá]s|no (?:deseo|quiero|deseamos|queremos) (?:recibir|que me)|dejen? de (?:enviar|escribir|contactar|mandar)(?:me|nos)/iu,
  /(?:cancella|rimuov|elimin|togli)\p{L}*(?:mi|ci)\b(?= *(?:$|[.!,]|da|per))|(?:cancellate|rimuovete|eliminate|togliete|cancellare|rimuovere) (?:il mio (?:indirizzo|nome|contatto)|la mia (?:e-?mail|mail))|non (?:scriv|contatt|invia|manda)\p{L}*(?:mi|ci)? (?:più|altre)|non (?:desidero|voglio|vogliamo) (?:più )?(?:ricevere|essere contattat)|smett(?:ete|ila|etela) di (?:scriver|inviar|contattar|mandar)(?:mi|ci)|disiscriv(?:etemi|imi)/iu,
  /(?:remov|retir|exclu|elimin|tir|apagu?)\p{L}*[- ](?:me|nos)\b[^.!?\n]{0,10}d[aeo]|(?:remov|retir|exclu|elimin|tir|apagu?)\p{L}* (?:o )?(?:meu|este) (?:e-?mail|endereço|contato|contacto|nome)|não (?:me |nos )?(?:envi|escrev|contat|contact|mand)\p{L}*(?:-me|-nos)? mais|não (?:desejo|quero|queremos|desejamos) (?:mais )?(?:receber|ser contat|ser contact)|par(?:e|em) de (?:me |nos )?(?:enviar|escrever|contactar|contatar|mandar)/iu,
  /(?:verwijder|haal|schrijf|schrap) (?:mij|me|ons|mijn (?:e-?mail)?(?:adres|gegevens|naam))\b[^.!?\n]{0,25}(?:uit|van|af)\b|(?:meld|schrijf) (?:mij|me|ons)[^.!?\n]{0,20}(?:af|uit)(?= *(?:$|[.!,]|voor|van))|(?:stuur|mail|schrijf|benader|contacteer) (?:mij|me|ons)[^.!?\n]{0,15}(?:geen|niet)[^.!?\n]{0,20}meer|geen (?:e-?mails?|mails?|berichten) meer|wil (?:geen|niet)[^.!?\n]{0,30}(?:ontvangen|benaderd|gemaild)/iu,
  /(?:usu[nń]|wykreśl|wypis|skreśl)\p{L}* (?:mnie|nas|mój|moją|mojego)|(?:usunięcie|wypisanie) (?:mnie|mojego|z)|(?:proszę|prosimy) (?:(?:więcej |już )?(?:nie|przestać)|o nie) ?(?:do mnie |mi |już |więcej )?(?:pisać|wysyłać|kontaktować|wysyłanie|przysyłać|przysyłanie)|nie (?:chcę|życzę sobie|chcemy) (?:więcej |już )?(?:otrzymywać|dostawać|wiadomości|maili|kontaktu)/iu,
  /(?:ta bort|avregistrera|stryk|plocka bort|fjern|slet|slett|afmeld|frameld) (?:mig|oss|os|meg|min (?:adress|adresse|e-?post\p{L}*|mejl\p{L}*|mail\p{L}*|e-?mail\p{L}*))|(?:sluta|hold op med at|stop med at|slutt (?:å|med å)|stopp (?:å|med å)) (?:mejla|maila?e?|skicka|sende|skriva?e?|kontakta?e?)|(?:skicka|mejla|maila|kontakta|send|skriv|kontakt)(?: (?:mig|oss|os|meg|till mig|til mig|til meg))? (?:inte|ikke) (?:fler|flere|mer|mere|igen|igjen)|(?:inga|ingen) (?:fler|flere) (?:mejl|mail|utskick|e-?mail|e-?post)|vill inte (?:längre |ha fler |ha )?(?:ha|få|bli kontaktad|mejl|mail)|ønsker ikke (?:længere |lenger )?(?:at modtage|å motta|flere|at blive|å bli)/iu,
  /poista(?:kaa)? (?:minut|meidät|osoitteeni|sähköpostini|tämä osoite)|äl(?:ä|kää) (?:enää )?(?:lähet|laittako|laita|ottako|ota yhteyttä|kirjoit)\p{L}*|en halua (?:enää )?(?:vastaanottaa|saada|viestejä|sähköpostia|postia)/iu,
  /(?:odhlaste|odhláste|vyřaďte|vyraďte|vymažte|odstraňte|odstráňte|smažte) (?:mě|mne|nás|ma|moj[ií]|mou|můj|môj|moju)|(?:neposílejte|nepište|nekontaktujte|neposielajte|nepíšte) (?:mi|mě|mne|nám|nás|ma) ?(?:již|už|dál|další|viac|žádné|žiadne)?|nechc(?:i|eme|em) (?:již |už )?(?:dostávat|odebírat|dostávať|být kontaktován|byť kontaktovaný)/iu,
  /(?:töröl|vegyenek le|vegyen le|iratkoztass)\p{L}* ?(?:engem|minket|ki|a (?:címem|nevem|list)|le)|ne (?:küldj|írj|keress)\p{L}*(?: nekem| nekünk)? (?:több|többet|többé)|többé ne (?:írj|küldj|keress)\p{L}*|nem (?:kérek|szeretnék|kívánok) (?:több|többet)/iu,
  /(?:scoate|șterge|elimina|dezabona|scoate)ți?-(?:mă|ne)|(?:scoateți|ștergeți|eliminați) (?:adresa|e-?mailul|numele) mea?u?|nu (?:îmi |mi |mă |ne )?(?:mai )(?:trimite|scrie|contacta)\p{L}*|nu (?:mai )?(?:doresc|vreau) (?:să (?:primesc|fiu contactat)|e-?mailuri)/iu,
  /(?:beni|bizi|adresimi|e-?posta(?:mı| adresimi)|mailimi|adımı)[^.!?\n]{0,40}(?:çıkar|sil(?:in|er|iniz)|kaldır)|(?:bana|bize) (?:bir daha|artık)[^.!?\n]{0,20}(?:gönderme|atma|yazma)|(?:e-?posta|mail|mesaj)\p{L}* almak istemiyor/iu,
  /(?:уберите|удалите|исключите|вычеркните|отпишите|видаліть|приберіть|виключіть|відпишіть)[, ]+(?:пожалуйста,? |будь ласка,? )?(?:меня|нас|мой|мою|наш|мене|мій)|(?:больше|більше) не (?:пишите|присылайте|отправляйте|беспокойте|пишіть|надсилайте|турбуйте)|не (?:пишите|присылайте|пишіть|надсилайте) (?:мне|нам|мені) (?:больше|більше)|(?:прекратите|перестаньте|припиніть) (?:мне |мені )?(?:писать|присылать|слать|беспокоить|писати|надсилати)|не (?:хочу|желаю|бажаю) (?:больше |більше )?(?:получать|отримувати)/iu,
  /配信(?:を|の)?(?:停止|解除|中止)|(?:リスト|名簿|宛先)から(?:外|削除|除外)|(?:今後|以後|これ以上)[^。\n]{0,20}(?:送らないで|送信しないで|送付しないで|不要です|お控え|お断り)|(?:メール|連絡|配信|案内)(?:は|を)(?:不要です|結構です|お断り|停止して|送らないで)/u,
  /(?:把|将|將)(?:我|我们|我們)[^。\n]{0,10}(?:从|從)[^。\n]{0,15}(?:名单|名單|列表|清单|清單)[^。\n]{0,6}(?:删除|刪除|移除|去掉)|(?:不要|别|別|请勿|請勿|停止)再?(?:给|給|向)?(?:我|我们|我們)?再?(?:发送?|發送?|寄)[^。\n]{0,8}(?:邮件|郵件|信)|(?:不要|别|別|请勿|請勿)再(?:联系|聯繫|聯絡)(?:我|我们|我們)|(?:我)?(?:要|想|请|請)(?:求)?(?:退订|退訂|取消订阅|取消訂閱)/u,
  /수신 ?거부|(?:메일|이메일|연락)[^.\n]{0,10}(?:보내지|하지) ?(?:마|말아)|(?:목록|명단|리스트)에서[^.\n]{0,12}(?:삭제|제외|빼)|구독 ?(?:취소|해지)/u,
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
