import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { sessionQuery, useMay } from '../../api/account/session.ts'
import { membersQuery } from '../../api/account/team.ts'
import { useIsTestMode } from '../../api/test-mode/test-mode.ts'
import { ForAdmins } from '../../components/for-admins.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useSearchParam } from '../../components/search-param.ts'
import { RealOrganizationOnly } from '../../components/test-mode/real-organization-only.tsx'
import { t } from '../../languages/text.ts'
import { Invitations } from './invitations.tsx'
import { InvitePerson } from './invite-person.tsx'
import { MemberList } from './member-list.tsx'

/** Lists the members of the organization and the open invitations. */
export function TeamPage() {
  const members = useQuery(membersQuery)
  const self = useQuery(sessionQuery).data?.user
  const isTestMode = useIsTestMode()
  const isAdmin = useMay('admin')
  const manages = isAdmin && !isTestMode
  const role = isTestMode ? undefined : self?.role
  const [inviting, setInviting] = useSearchParam('invite')
  return (
    <>
      <PageHeader
        title={t('Team')}
        description={t('The members of this organization, and what each member may do.')}
        actions={
          manages && (
            <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setInviting('person')}>
              {t('Invite')}
            </Button>
          )
        }
      />
      {isTestMode ? (
        <RealOrganizationOnly>
          {t('Test mode has the team of the real organization. Leave test mode to invite or remove people.')}
        </RealOrganizationOnly>
      ) : (
        !isAdmin && (
          <ForAdmins>{t('Only admins and owners can invite people and change their roles.')}</ForAdmins>
        )
      )}
      <Loaded query={members}>
        {(items) => <MemberList members={items} selfId={self?.id} role={role} />}
      </Loaded>
      {manages && <Invitations role={role} />}
      {inviting !== undefined && manages && <InvitePerson role={role} close={() => setInviting(undefined)} />}
    </>
  )
}
