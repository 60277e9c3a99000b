import type { EventProvider } from '../domain/sender/heard/event-provider.ts'

/** Addresses that leave the service; built from PUBLIC_API_URL, never from a request. */
export abstract class PublicUrls {
  /** Where a provider sends people back to. */
  abstract channelCallback(provider: string): string
  /** Where people come back to from the provider that they sign in by. */
  abstract openIdCallback(): string
  abstract webhook(ingestToken: string): string
  /** Where a provider posts its events. */
  abstract events(provider: EventProvider, eventToken: string): string
  abstract passwordReset(resetToken: string): string
  abstract demo(linkToken: string): string
  abstract signUp(linkToken: string): string
  abstract confirmation(linkToken: string): string
  /** Where people look after senders. */
  abstract senders(): string
  /** Where a person whom an organization has invited signs up. */
  abstract join(linkToken: string): string
}
