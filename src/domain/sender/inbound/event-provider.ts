/** The providers that post events about sent messages, such as bounces, to a webhook of this service. */
export const eventProviders = ['ses', 'postmark'] as const
export type EventProvider = (typeof eventProviders)[number]
