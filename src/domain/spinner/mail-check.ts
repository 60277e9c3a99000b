/** The checks of a spinner's messages before it is published, in the order in which they are shown. */
export const mailCheckKinds = ['unsubscribeLine', 'textPart', 'size', 'links', 'imageTexts'] as const
export type MailCheckKind = (typeof mailCheckKinds)[number]

/** The codes of the findings that belong to each check. */
export const findingsOfCheck: Readonly<Record<MailCheckKind, readonly string[]>> = {
  unsubscribeLine: ['UNSUBSCRIBE_LINK_MISSING', 'UNSUBSCRIBE_LINK_ADVISED', 'POSTAL_ADDRESS_ADVISED'],
  textPart: ['TEXT_DIFFERS_FROM_HTML', 'TEXT_PART_EMPTY'],
  size: ['SIZE_TOO_LARGE'],
  links: ['LINK_NOT_ANSWERING'],
  imageTexts: ['IMAGE_TEXT_MISSING'],
}

/** The size in bytes from which Gmail cuts the HTML of a message and hides the rest behind a link. */
export const gmailCutsAt = 102 * 1024
