/** The last paragraph of a new e-mail, with the link that unsubscribes the reader. */
export const footer =
  '<p>If you do not want more of these e-mails, <a href="{{ unsubscribe_url }}">unsubscribe</a>.</p>'

/** The HTML of a new e-mail step: a line to write on, and the footer. */
export const blankMail = `<p></p>\n${footer}`
