import type { EventProvider } from '../domain/sender/inbound/event-provider.ts'

/** Creates the public URLs of this service from PUBLIC_API_URL, never from a request. */
export abstract class PublicUrls {
  /** Returns the URL to which a mailbox provider redirects people after consent. */
  abstract channelCallback(provider: string): string
  /** Returns the URL to which a sign-in provider redirects people: an organization's own, or null for the operator's. */
  abstract openIdCallback(organizationId: string | null): string
  abstract webhook(ingestToken: string): string
  /** Returns the URL to which a mail provider posts its events, such as bounces. */
  abstract events(provider: EventProvider, eventToken: string): string
  abstract passwordReset(resetToken: string): string
  abstract demo(linkToken: string): string
  abstract signUp(linkToken: string): string
  abstract confirmation(linkToken: string): string
  /** Returns the URL of the page that confirms a change of address, for the old and for the new mailbox. */
  abstract addressChange(linkToken: string): string
  /** Returns the URL of the console's page for senders. */
  abstract senders(): string
  /** Returns the URL of the console's page for destinations of events. */
  abstract destinations(): string
  /** Returns the URL at which an invited person signs up. */
  abstract join(linkToken: string): string
}
