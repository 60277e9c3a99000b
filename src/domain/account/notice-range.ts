/** The range in which the next notice to people of an organization is searched, such as that a sender was paused. */
export interface NoticeRange<Notice> {
  /** The earliest time of a notice. Earlier notices were given up, because the mail server never accepted them. */
  readonly since: Date
  /** The notice after which the search begins; null to begin with the oldest. */
  readonly after: Notice | null
  /** The present time, which is stored with the notice after people were informed. */
  readonly at: Date
}

/** The milliseconds for which a notice is mailed again if the mail server does not accept it. */
export const noticeMs = 3 * 24 * 60 * 60 * 1000
