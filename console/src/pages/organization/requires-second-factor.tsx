import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useChangeOrganization } from '../../api/account/organization.ts'
import { useIsOwner } from '../../api/account/session.ts'
import { membersQuery } from '../../api/account/team.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { showDone } from '../../components/show-done.ts'

/** Lets owners require two-factor sign-in of all people of the organization. */
export function RequiresSecondFactor({ requiresSecondFactor }: { requiresSecondFactor: boolean }) {
  const change = useChangeOrganization()
  const isOwner = useIsOwner()
  const members = useQuery(membersQuery).data ?? []
  const without = members.filter(({ hasSecondFactor }) => !hasSecondFactor).length
  return (
    <>
      <Switch
        label="Require two-factor sign-in of everybody"
        description={`People who have not set it up are led through the set-up at their next sign-in, and can do nothing else before. ${withoutIt(without)} API keys are not concerned. An owner decides this.`}
        checked={requiresSecondFactor}
        disabled={!isOwner || change.isPending}
        onChange={(event) => {
          const required = event.currentTarget.checked
          const done = required
            ? 'Everybody needs two-factor sign-in from their next sign-in on'
            : 'Two-factor sign-in is now up to each person'
          change.mutate({ requiresSecondFactor: required }, { onSuccess: () => showDone(done) })
        }}
      />
      {change.isError && <ProblemAlert error={change.error} />}
    </>
  )
}

function withoutIt(people: number): string {
  if (people === 0) return 'Everybody has set it up.'
  return people === 1 ? '1 person has not set it up yet.' : `${people} people have not set it up yet.`
}
