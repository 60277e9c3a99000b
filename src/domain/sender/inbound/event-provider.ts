/** The providers that post events about messages to a webhook of this service. */
export const eventProviders = ['ses', 'postmark'] as const
export type EventProvider = (typeof eventProviders)[number]
