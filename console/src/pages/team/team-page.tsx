import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { sessionQuery, useMay } from '../../api/account/session.ts'
import { membersQuery } from '../../api/account/team.ts'
import { ForAdmins } from '../../components/for-admins.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Invitations } from './invitations.tsx'
import { InvitePerson } from './invite-person.tsx'
import { MemberList } from './member-list.tsx'

/** Who is in the organization, and who is asked to join it. */
export function TeamPage() {
  const members = useQuery(membersQuery)
  const self = useQuery(sessionQuery).data?.user
  const manages = useMay('admin')
  const [inviting, setInviting] = useState(false)
  return (
    <>
      <PageHeader
        title="Team"
        description="Who works in this organization, and what each may do."
        actions={
          manages && (
            <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
              Invite
            </Button>
          )
        }
      />
      {!manages && <ForAdmins>An admin invites people and changes what they may do.</ForAdmins>}
      <Loaded query={members}>
        {(items) => <MemberList members={items} selfId={self?.id} role={self?.role} />}
      </Loaded>
      {manages && <Invitations role={self?.role} />}
      {inviting && <InvitePerson role={self?.role} close={() => setInviting(false)} />}
    </>
  )
}
