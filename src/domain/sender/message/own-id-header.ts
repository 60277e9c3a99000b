/**
 * The header, in lower case, with the signed Message-ID of a message that a provider's API sends. The
 * provider may replace the Message-ID itself; it keeps this header, and a bounce returns it.
 */
export const ownIdHeader = 'x-spindle-message-id'
