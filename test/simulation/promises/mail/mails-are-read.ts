import { each, type Promised } from '../promise.ts'

const hourMs = 3_600_000

export const mailsAreRead: Promised = {
  promise: 'Every mail in the mailbox of a sender is read within an hour, whatever mail came before it',
  when: 'quiet',
  holds: async ({ model, rows, clock }) => {
    if (model.mailboxes.all.length === 0) return { compared: 0, violations: [] }
    const places = await rows<{ sender: string; read: number }>(
      "select sender_id as sender, coalesce((cursor ->> 'next')::int, 0) as read from mailboxes",
    )
    const read = new Map(places.map((place) => [place.sender, place.read]))
    return each(model.mailboxes.all, ([sender, mails]) => {
      const due = mails.filter(({ receivedAt }) => clock.now().getTime() - receivedAt.getTime() > hourMs)
      const count = read.get(sender)
      return count === undefined || count >= due.length
        ? null
        : `mail ${count + 1} of sender ${sender} was not read; ${due.length} mails are an hour old or older`
    })
  },
}
