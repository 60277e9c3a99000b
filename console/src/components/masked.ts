/** Returns a text with the token of the webhook URL replaced by dots wherever the token occurs. */
export function masked(text: string, webhookUrl: string): string {
  const token = webhookUrl.split('/').at(-1) ?? ''
  return text.replaceAll(token, 'tbl_••••••••••••')
}
