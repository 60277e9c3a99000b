import { useQuery } from '@tanstack/react-query'
import { useIsOwner, useMay } from '../../api/account/session.ts'
import { membersQuery } from '../../api/account/team.ts'
import type { Member, SignedIn } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'
import { OrganizationSwitch } from './organization-switch.tsx'
import { StorageDays } from './storage-days.tsx'

/** The settings of the organization that are on or off. Admins may change some of them, and owners all. */
export function OrganizationSwitches({ organization }: { organization: SignedIn['organization'] }) {
  const isAdmin = useMay('admin')
  const isOwner = useIsOwner()
  const members = useQuery(membersQuery).data
  return (
    <>
      <StoredMail organization={organization} />
      <OrganizationSwitch
        organization={organization}
        setting="auditsValues"
        label={t('Keep values of edited cells in the audit log')}
        description={t(
          'From the next edit on, entries show the values before and after. If off, they show only the names of the columns. Erasing a person removes the values of their records.',
        )}
        mayChange={isAdmin}
        on={t('Values of edited cells are kept from now on')}
        off={t('Values of later edits are not kept')}
      />
      <OrganizationSwitch
        organization={organization}
        setting="unsubscribesByReply"
        label={t('Unsubscribe people who ask for it in a reply')}
        description={t(
          'A reply such as “Please remove me from your list” suppresses the address of its author at once. All jobs then stop for this person. If off, the page of the person proposes the suppression.',
        )}
        mayChange={isAdmin}
        on={t('Replies that ask for it unsubscribe people from now on')}
        off={t('Replies no longer unsubscribe people')}
      />
      <OrganizationSwitch
        organization={organization}
        setting="allowsSeveralSessions"
        label={t('Allow sign-in on several devices')}
        description={t(
          'If off, signing in on another device signs members out on the previous device. When you turn this off, members keep the session of their last sign-in, and you keep this session. Only an owner can change this.',
        )}
        mayChange={isOwner}
        on={t('Sign-in on several devices is now allowed')}
        off={t('Sign-in is now limited to one device at a time')}
      />
      <OrganizationSwitch
        organization={organization}
        setting="requiresSecondFactor"
        label={t('Require two-factor sign-in of all members')}
        description={t(
          'At their next sign-in, members who have not set it up must do so before they can continue. {withoutIt} API keys are not affected. Only an owner can change this.',
          { withoutIt: withoutIt(members) },
        )}
        mayChange={isOwner}
        on={t('All members need two-factor sign-in from their next sign-in on')}
        off={t('Two-factor sign-in is now optional for each member')}
      />
    </>
  )
}

/** The settings of the texts of messages and replies that are stored. Admins may change them. */
function StoredMail({ organization }: { organization: SignedIn['organization'] }) {
  const isAdmin = useMay('admin')
  return (
    <>
      <OrganizationSwitch
        organization={organization}
        setting="keepsBodies"
        label={t('Keep message bodies')}
        description={t(
          'From the next message on, bodies are kept encrypted. If off, the log keeps only addresses, subjects and results.',
        )}
        mayChange={isAdmin}
        on={t('Message bodies are kept from now on')}
        off={t('New message bodies are not kept')}
      />
      {organization.keepsBodies && (
        <StorageDays
          organization={organization}
          setting="bodyDays"
          label={t('Delete message bodies after')}
          description={t('A shorter time deletes older bodies within an hour.')}
          unlimited={t('Keep as long as the message')}
          mayChange={isAdmin}
        />
      )}
      <OrganizationSwitch
        organization={organization}
        setting="keepReplies"
        label={t('Keep replies')}
        description={t(
          'From the next reply on, replies to your messages are kept encrypted as conversations. Other mail in a mailbox is never kept. If off, replies only stop spinners and are counted.',
        )}
        mayChange={isAdmin}
        on={t('Replies are kept from now on')}
        off={t('New replies are not kept')}
      />
      {organization.keepReplies && (
        <StorageDays
          organization={organization}
          setting="keepRepliesDays"
          label={t('Delete replies after')}
          description={t('A shorter time deletes older replies within an hour.')}
          unlimited={t('Keep as long as the service keeps messages')}
          mayChange={isAdmin}
        />
      )}
    </>
  )
}

/** Says how many members have not set up two-factor sign-in; an empty text until the members are loaded. */
function withoutIt(members: readonly Member[] | undefined): string {
  if (members === undefined) return ''
  const people = members.filter(({ hasSecondFactor }) => !hasSecondFactor).length
  if (people === 0) return t('All members have set it up.')
  return people === 1
    ? t('1 member has not set it up yet.')
    : t('{people} members have not set it up yet.', { people })
}
