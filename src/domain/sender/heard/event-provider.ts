/** Who tells of what became of messages by posting it. */
export const eventProviders = ['ses', 'postmark'] as const
export type EventProvider = (typeof eventProviders)[number]
