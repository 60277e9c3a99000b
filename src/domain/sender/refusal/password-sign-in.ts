import { exactStatus } from './refusal.ts'

/**
 * Matches the mail servers of Microsoft 365 and Outlook.com. At the end of December 2026, Exchange Online turns off the
 * sign-in to SMTP with a password by default; Outlook.com has done so already.
 */
const microsoftHost = /(?:^|\.)(?:office365\.(?:com|us)|outlook\.com|(?:smtp|pop3)\.live\.com)\.?$/i

/** The sentence that says what ends at Microsoft. */
export const passwordSignInEnds =
  'Microsoft 365 turns off the sign-in to its mail servers with a password at the end of December 2026'
/** The remedy for a mailbox at Microsoft that is connected with a password. */
const connectByMicrosoft =
  'Connect the mailbox by Microsoft instead: "Connect a mailbox", then "Microsoft 365", which needs no password'

/** Returns whether a mail server belongs to Microsoft 365 or Outlook.com, where the sign-in with a password ends. */
export function endsPasswordSignIn(host: string): boolean {
  return microsoftHost.test(host)
}

/**
 * Returns the warning about a sender whose server will no longer accept its password; null if there is none. `host` is
 * the server by which the sender sends; `isOwn` is false for the mail server of the deployment.
 */
export function signInWarning(host: string | null, isOwn: boolean): string | null {
  if (host === null || !endsPasswordSignIn(host)) return null
  const remedy = isOwn
    ? connectByMicrosoft
    : 'Connect a mailbox of your own, or ask the operator of this service to use another mail server'
  return `${passwordSignInEnds}. ${remedy}`
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
export function refusesPasswordSignIn(serverResponse: string): boolean {
  return passwordSignInCodes.has(exactStatus(null, serverResponse) ?? '')
}

/** Returns a mail server's answer, with the remedy after it if the server takes no sign-in with a password. */
export function withSignInRemedy(serverResponse: string): string {
  if (!refusesPasswordSignIn(serverResponse) || serverResponse.includes(connectByMicrosoft))
    return serverResponse
  return `${serverResponse.replace(/[\s.]+$/, '')}. ${connectByMicrosoft}`
}
