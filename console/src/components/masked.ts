/** A text with the secret at the end of a webhook URL hidden wherever it stands. */
export function masked(text: string, webhookUrl: string): string {
  const token = webhookUrl.split('/').at(-1) ?? ''
  return text.replaceAll(token, 'tbl_••••••••••••')
}
