/** Returns the text with the secret of the webhook URL hidden wherever it occurs. */
export function masked(text: string, webhookUrl: string): string {
  const token = webhookUrl.split('/').at(-1) ?? ''
  return text.replaceAll(token, 'tbl_••••••••••••')
}
