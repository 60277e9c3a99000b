import type { IncomingMail } from './incoming-mail.ts'

/** How mail programs begin the subject of an answer that nobody wrote. */
const subjects =
  /^\s*(?:\[[^\]]{0,40}\]\s*)?(?:auto(?:matic|mated)?[\s-]*(?:reply|response|answer)|autoreply|out[\s-]of[\s-](?:the[\s-])?office|ooo\b|away from (?:the|my) (?:office|desk)|on (?:vacation|holiday|annual leave|parental leave)\b|vacation (?:reply|response|notice)|abwesenheit|automatische (?:antwort|nachricht)|abwesend\b|nicht im büro|außer haus|réponse automatique|absence du bureau|absent(?:e)? du bureau|message d'absence|notification d'absence|respuesta autom[aá]tica|fuera de (?:la )?oficina|ausente de la oficina|risposta automatica|fuori (?:ufficio|sede)|assenza dall'ufficio|resposta autom[aá]tica|fora do escrit[oó]rio|ausência do escrit[oó]rio|automatisch (?:antwoord|bericht)|afwezig|niet aanwezig|automatyczna odpowied[zź]|odpowied[zź] automatyczna|poza biurem|nieobecno|autosvar|automatiskt? svar|fr[aå]nvaro|frånvarande|fravær|automaattinen vastaus|poissa|automatick[aá] odpov[eě][dď]|mimo kancel[aá][rř]|automatikus v[aá]lasz|házon kívül|r[aă]spuns automat|otomatik (?:yanıt|cevap)|ofis dışında|автоматический ответ|автоответ|автоматична відповідь|вне офиса|отсутств|自動応答|自動返信|不在通知|不在のお知らせ|自动答复|自动回复|自動回覆|自動回應|不在办公室|자동 응답|자동 회신|부재중)/iu

/** Headers that only what answers by itself sets. */
const marks = [
  'x-autoreply',
  'x-autorespond',
  'x-autoresponder',
  'x-autoreply-from',
  'x-mail-autoreply',
  'x-fc-machinegenerated',
]

/** Whether a mail says of itself that nobody wrote it (RFC 3834), or looks like it. */
export function isAutomatic({ headers, subject }: IncomingMail): boolean {
  const submitted = headers.get('auto-submitted')?.trim().toLowerCase() ?? 'no'
  if (!/^no\b/.test(submitted)) return true
  if (/^\s*(?:bulk|junk|list|auto[_-]?reply)\b/i.test(headers.get('precedence') ?? '')) return true
  if (marks.some((name) => headers.has(name))) return true
  return subjects.test(subject)
}

/** A list or a newsletter, which answers nobody. */
export function isOfList({ headers }: IncomingMail): boolean {
  return headers.has('list-id') || headers.has('list-unsubscribe') || headers.has('feedback-id')
}
