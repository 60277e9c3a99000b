/**
 * The header, in lower case, that carries the signed Message-ID of a message which leaves through a provider's API. The
 * provider may replace the Message-ID itself; it keeps this header, and a bounce returns it.
 */
export const ownIdHeader = 'x-spindle-message-id'
