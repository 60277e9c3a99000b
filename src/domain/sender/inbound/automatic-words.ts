import { ownWordsOf } from './own-words.ts'

/**
 * Matches the subjects of HCL Notes: `AUTO:` or nothing, the name of the person, and that this person is away. The
 * name is one to five words, so that a sentence of a person does not match.
 */
const ofNotes =
  /^(?!(?:re|aw|sv|antw|who|when|if|is|anybody|someone|nobody)\b)(?<auto>auto\s?:\s*)?[\p{Lu}\p{Lo}][^\s:?!,]{0,30}(?:,? [\p{Lu}\p{Lo}][^\s:?!,]{0,30}){0,4} ?(?:is (?:currently )?(?:out of (?:the )?office|away from (?:the|my) office|on (?:vacation|leave|holidays?))|ist (?:derzeit )?(?:außer haus|nicht im (?:büro|haus)|abwesend|im urlaub)|est (?:actuellement )?(?:absente?|en congés?|hors du bureau)|(?:está|se encuentra) (?:fuera de (?:la )?oficina|ausente|de vacaciones)|no está en la oficina|è (?:fuori (?:ufficio|sede)|assente|in ferie)|está (?:fora do escritório|ausente|de férias)|is (?:niet aanwezig|afwezig|niet op kantoor|met vakantie|met verlof)|jest (?:poza biurem|nieobecn[ya]|na urlopie)|är (?:inte på kontoret|frånvarande|på semester)|er (?:ikke (?:på kontoret|til stede|til stede på kontoret)|fraværende|på ferie|bortreist)|on (?:poissa(?: toimistolta)?|lomalla)|(?:je|není) (?:mimo kancelář|nepřítom\p{L}*|v kanceláři|na dovolené)|(?:házon kívül|szabadságon) van|este (?:plecat\p{L}* din birou|în concediu|absent\p{L}*)|ofis dışında|izinde|(?:сейчас )?(?:вне офиса|отсутствует|в отпуске|у відпустці|поза офісом)|(?:さん)?は(?:現在)?(?:、)?不在|(?:目前)?(?:不在办公室|外出|休假)|(?:님)?(?:은|는|이|가)? ?부재 ?중)(?<rest>.{0,80})$/iu

/** Matches the text after the absence in the subject of HCL Notes: nothing, or the date of the return. */
const restOfNotes =
  /^[\s.。!]*(?:$|[([（]|[-–—:,]? ?(?:until|till|returning|back|from|since|bis|ab|vom|zurück|rückkehr|jusqu|retour|du|hasta|vuelve|desde|regres|fino|dal|rientr|até|de volta|tot|terug|van|do|od|powr|till|tillbaka|til|tilbage|tilbake|fra|asti|palaa|vrát|návrat|ig|până|kadar|до|с|です|でした|します)(?!\p{L}))/iu

/** Returns whether a subject is that of an automatic answer of HCL Notes. */
export function isSubjectOfNotes(subject: string): boolean {
  const { rest } = ofNotes.exec(subject.slice(0, 300))?.groups ?? {}
  return rest !== undefined && restOfNotes.test(rest)
}

/** Matches the sentence by which programs say that they wrote the mail, at the beginning of a line. */
const saysAutomatic = new RegExp(
  [
    String.raw`(?:please note:? )?(?:this (?:is|was)|you are receiving) an? (?:auto[- ]?(?:reply|response|responder|generated)|automat(?:ed|ic(?:ally)?)[- ]?(?:generated|sent|created)?)\b(?:[- ](?:e-?mail|message|reply|response|answer|notification|acknowledg\p{L}+|confirmation|system))?`,
    String.raw`this (?:e-?mail|message|reply|response) (?:was|is|has been) (?:sent )?automatically (?:generated|sent|created)?`,
    String.raw`\*{0,3} ?automat(?:ed|ic) (?:reply|response|message)\b`,
    String.raw`(?:dies|das|dieses|es) (?:ist|handelt sich um) eine[rn]? (?:automatische?|automatisch (?:erstellte|generierte|erzeugte|versendete))[rns]? (?:antwort|nachricht|e-?mail|mail|eingangsbestätigung)`,
    String.raw`diese (?:e-?mail|nachricht|mail|antwort) wurde automatisch`,
    String.raw`(?:ceci|cela|il s'agit|c'est) (?:est )?(?:d'|un |une )?(?:une |un )?(?:réponse|message|e-?mail|courriel|accusé de réception) automatique`,
    String.raw`ce (?:message|courriel|mail) (?:est|a été) (?:envoyé |généré )?automatique`,
    String.raw`(?:este?|esta) (?:es|é) u[nm]a? (?:respuesta|mensaje|correo|resposta|mensagem|e-?mail) autom[aá]tic[oa]`,
    String.raw`(?:este|esta) (?:correo|mensaje|mensagem|e-?mail) (?:se ha generado|ha sido (?:generado|enviado)|foi (?:gerad[oa]|enviad[oa])) autom`,
    String.raw`questa? (?:è|e-?mail è|messaggio è) (?:una? |stat[oa] )?(?:risposta automatica|messaggio automatico|generat[oa] automaticamente|inviat[oa] automaticamente)`,
    String.raw`questo è un messaggio automatico`,
    String.raw`dit is een (?:automatisch (?:antwoord|bericht|gegenereerd)|automatische (?:reactie|e-?mail|mail))`,
    String.raw`(?:to (?:jest )?|jest to )(?:wiadomość automatyczna|automatyczna (?:odpowiedź|wiadomość)|odpowiedź automatyczna)|(?:ta )?wiadomość (?:została )?wygenerowan[ao] automatycznie`,
    String.raw`det(?:ta| här|te)? (?:är|er) (?:ett|et|en) (?:automatiskt?|automatisk|autogenerere?t|automatgenererat) (?:svar|meddelande|meddelelse|besked|melding|e-?post|mail|mejl)`,
    String.raw`tämä on automaattinen (?:vastaus|viesti)`,
    String.raw`(?:toto|tohle) je automatick[aáé] (?:odpověď|odpoveď|zpráva|správa)|tento e-?mail (?:byl|bol) (?:vygenerován|vygenerovaný|odeslán) automaticky`,
    String.raw`ez (?:egy )?automatikus (?:válasz|üzenet)`,
    String.raw`acesta este un (?:răspuns|mesaj) automat`,
    String.raw`bu (?:bir )?otomatik (?:yanıt|cevap|mesaj|ileti|e-?posta)`,
    String.raw`(?:это|данное письмо|це) (?:–|—|- )?\s?(?:автоматическ\p{L}+|автоматичн\p{L}+|отправлено автоматически|сформировано автоматически) ?(?:ответ|сообщение|письмо|уведомление|відповідь|повідомлення|лист)?`,
    String.raw`(?:この|本)メール(?:は|、)(?:.{0,12})?自動(?:的に)?(?:返信|送信|配信|応答)|これは自動(?:返信|応答|送信)`,
    String.raw`(?:这|這|此|本)(?:是|邮件|郵件|信)?(?:一封|是|为|為)?(?:系统|系統)?自动(?:回复|发送|答复|生成)|(?:这|這|此|本)(?:是|郵件|信)?(?:一封|是|為)?(?:系統)?自動(?:回覆|發送|回應)`,
    String.raw`(?:이|본) ?(?:메일|이메일|메시지)(?:은|는) ?(?:.{0,12})?자동(?:으로)? ?(?:발송|회신|응답|생성)|자동 ?(?:응답|회신) ?(?:메일|메시지)입니다`,
  ].join('|'),
  'iu',
)

/** Matches what help desks write when a mail has opened a ticket, in the passive voice that programs use. */
const acknowledges = new RegExp(
  [
    String.raw`(?:request|ticket|case|inquiry|enquiry|query|message|e-?mail|issue)\b[^.!?\n]{0,80}\b(?:has|have) been (?:successfully )?(?:received|created|opened|logged|registered|submitted|assigned)`,
    String.raw`(?:anfrage|ticket|nachricht|anliegen|vorgang|fall)\b[^.!?\n]{0,80}\b(?:wurde|ist|haben wir)\b[^.!?\n]{0,40}(?:eingegangen|erhalten|erstellt|eröffnet|angelegt|registriert|aufgenommen)`,
    String.raw`(?:demande|ticket|message|requête|dossier)\b[^.!?\n]{0,80}(?:a (?:bien )?été|est bien) (?:reçue?|créée?|enregistrée?|ouverte?|prise? en compte)`,
    String.raw`(?:solicitud|ticket|consulta|mensaje|caso|solicitação|chamado|mensagem|pedido)\b[^.!?\n]{0,80}(?:ha sido|se ha|fue|foi) (?:recibid|cread|registrad|abiert|recebid|criad|abert)[oa]?`,
    String.raw`(?:richiesta|ticket|messaggio|segnalazione)\b[^.!?\n]{0,80}(?:è stat[oa]) (?:ricevut|creat|registrat|apert|pres[oa])`,
    String.raw`(?:verzoek|aanvraag|ticket|bericht|melding|vraag)\b[^.!?\n]{0,80}(?:is|werd) [^.!?\n]{0,20}(?:ontvangen|aangemaakt|geregistreerd)`,
    String.raw`(?:zgłoszenie|wiadomość|zapytanie|ticket|bilet)[^.!?\n]{0,80}(?:zostało|została|został) (?:zarejestrowan|przyjęt|utworzon|otrzyman)`,
    String.raw`(?:ärende|förfrågan|henvendelse|sag|sak|forespørgsel|forespørsel|meddelande)[^.!?\n]{0,80}(?:har|er|är|blivit)[^.!?\n]{0,20}(?:mottagits|registrerats|skapats|modtaget|oprettet|registreret|mottatt|opprettet|registrert)`,
    String.raw`(?:pyyntö|tiketti|viesti|tukipyyntö)[^.!?\n]{0,80}on (?:vastaanotettu|luotu|kirjattu)|(?:požadavek|tiket|zpráva|požiadavka)[^.!?\n]{0,80}(?:byl|bol)[ao]? (?:přijat|vytvořen|zaregistrován|prijat|vytvoren)|(?:kérés|bejelentés|jegy|üzenet)\p{L}*[^.!?\n]{0,80}(?:megérkezett|rögzítettük|létrejött)|(?:solicitarea|cererea|tichetul|mesajul)[^.!?\n]{0,80}a fost (?:primit|creat|înregistrat)|(?:talebiniz|mesajınız|destek kaydı\p{L}*)[^.!?\n]{0,80}(?:alınmıştır|oluşturulmuştur|alındı|oluşturuldu)`,
    String.raw`(?:запрос|обращение|заявка|тикет|письмо|запит|звернення)[^.!?\n]{0,80}(?:получен|принят|зарегистрирован|создан|отримано|прийнято|зареєстровано|створено)`,
    String.raw`(?:お問い?合わ?せ|チケット|ご依頼|リクエスト)[^。\n]{0,60}(?:受け付けました|受付いたしました|承りました|作成されました|受領)|(?:请求|工单|问题|咨询|請求|工單|案件)[^。\n]{0,40}(?:已(?:被)?(?:收到|创建|受理|提交|建立))|(?:문의|요청|티켓)[^.\n]{0,40}(?:접수되|생성되|등록되)`,
  ].join('|'),
  'iu',
)

/** Matches the number of a ticket, or the word before it, in the subject or the text. */
const ticketNumber =
  /(?:#|nr\.?|no\.?|id|№|ticket|case|request|ref\p{L}*|vorgang|anfrage|demande|solicitud|richiesta|zgłoszeni\p{L}*|ärende|sak|sag|заявк\p{L}*|番号|编号|編號|번호)[\s:#(№.-]{0,4}(?:[A-Z]{1,8}-?)?\d{3,}|\[[^\]\n]{0,30}\d{3,}\]|\(\d{3,}\)/iu

/** Matches words by which a person speaks of themselves. Help desks say "we". */
const speaksOfSelf =
  /(?:^|[\s,;.("'])(?:I|I['’](?:m|ve|ll|d)|my|ich|mir|mein\p{L}*|je|j['’]|mon|yo|io|eu|ik|jag|jeg|minä|já|én)(?=[\s,;.)]|$)|j['’]ai|(?:^|\s)я\s|私は|我(?!们|們)|저는|제가/u

const maxFirst = 500
const firstLines = 4

/**
 * Returns whether the first lines of a mail's own text say that a program wrote it, or acknowledge a ticket as help
 * desks do. Quoted text and questions do not count.
 */
export function saysProgramWroteIt(subject: string, text: string): boolean {
  const authorText = ownWordsOf(text)
  const lines = authorText.split('\n').filter((line) => line.trim() !== '')
  const first = lines.slice(0, firstLines).join('\n').slice(0, maxFirst)
  for (const sentence of first.split(/(?<=[.!?。！？])\s+|\n/)) {
    const begun = sentence.replace(/^[\s*#\-–—=_([【]+/, '')
    if (!/[?？]\s*$/.test(sentence) && saysAutomatic.exec(begun)?.index === 0) return true
  }
  if (speaksOfSelf.test(authorText) || /[?？]/.test(first)) return false
  return (
    acknowledges.test(authorText.slice(0, 3 * maxFirst)) &&
    ticketNumber.test(`${subject}\n${authorText.slice(0, 3 * maxFirst)}`)
  )
}
