import { exactStatus } from './refusal.ts'

/**
 * Matches the mail servers of Microsoft 365 and Outlook.com. At the end of December 2026, Exchange Online turns off the
 * sign-in to SMTP with a password by default; Outlook.com has done so already.
 */
const microsoftHost = /(?:^|\.)(?:office365\.(?:com|us)|outlook\.com|(?:smtp|pop3)\.live\.com)\.?$/i

/** The remedy for a mailbox at Microsoft that is connected with a password. */
const connectByMicrosoft =
  'Connect the mailbox by Microsoft instead: "Connect a mailbox", then "Microsoft 365", which needs no password'

/** Returns whether a mail server belongs to Microsoft 365 or Outlook.com, where the sign-in with a password ends. */
export function endsPasswordSignIn(host: string): boolean {
  return microsoftHost.test(host)
}

/**
 * Status codes of Exchange Online for a sign-in with a password that it does not offer: 5.7.139 (SMTP AUTH is off for the
 * tenant or the mailbox) and 5.7.30 (basic authentication is not supported).
 */
const passwordSignInCodes = new Set(['5.7.139', '5.7.30'])

/**
 * Returns whether a mail server's answer says that it takes no sign-in with a password. The answer is then about the
 * sender's account and never about the recipient or the message.
 */
export function refusesPasswordSignIn(words: string): boolean {
  return passwordSignInCodes.has(exactStatus(null, words) ?? '')
}

/** Returns a mail server's answer, with the remedy after it if the server takes no sign-in with a password. */
export function withSignInRemedy(words: string): string {
  if (!refusesPasswordSignIn(words) || words.includes(connectByMicrosoft)) return words
  return `${words.replace(/[\s.]+$/, '')}. ${connectByMicrosoft}`
}
