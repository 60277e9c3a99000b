import { cutText } from '../../text/storable-text.ts'

const maxOwn = 4_000

/** Matches the line before the text of an earlier mail that a mail quotes, in the forms of mail programs. */
const divider = new RegExp(
  [
    String.raw`^[ \t]{0,10}>`,
    String.raw`^[ \t]{0,10}[-_=*]{2,20} ?(?:original|forwarded|weitergeleitet|ursprüngliche|message d'origine|message transféré|mensaje original|mensagem original|messaggio originale|oorspronkelijk|wiadomość|original meddelande|oprindelig|opprinnelig|alkuperäinen|původní|eredeti|mesajul original|orijinal|исходное|пересылаемое|пересланное|原始|元のメッセージ|원본)`,
    String.raw`^[ \t]{0,10}_{10,}[ \t]*$`,
    String.raw`^[ \t*]{0,10}(?:from|von|de|da|van|od|från|fra|lähettäjä|feladó|gönderen|от|від|差出人|发件人|寄件者|보낸 사람)\*? ?[:：][^\n]{1,300}\n[ \t*]{0,10}(?:sent|date|to|gesendet|datum|an|envoyé|enviado|fecha|para|inviato|data|verzonden|aan|wysłano|do|skickat|till|sendt|dato|til|lähetetty|odesláno|komu|elküldve|trimis|gönderildi|отправлено|дата|кому|送信日時|发送时间|日期|寄件日期|날짜)[^\n:：]{0,20}[:：]`,
    String.raw`^[^\n]{0,200}\d[^\n]{0,200}(?:wrote|schrieb|a écrit|escribió|escreveu|ha scritto|schreef|napisał\(?a?\)?|skrev|kirjoitti|napsala?|írta|a scris|yazdı|написала?|пишет|のメール|写道|寫道|작성|님이)[^\n:：]{0,80}[:：]?[ \t]*$`,
  ].join('|'),
  'imu',
)

/**
 * Returns the text that the author of a mail wrote, up to the mail that it answers or forwards. Without such a
 * mail, returns the beginning of the text.
 */
export function ownWordsOf(text: string): string {
  const whole = cutText(text, 4 * maxOwn).replaceAll('\r\n', '\n')
  const at = whole.search(divider)
  return cutText(at === -1 ? whole : whole.slice(0, at), maxOwn)
}
