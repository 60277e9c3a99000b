import { Switch } from '@mantine/core'
import { useChangeOrganization } from '../../api/account/organization.ts'
import { useIsOwner } from '../../api/account/session.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { showDone } from '../../components/show-done.ts'

/** Lets owners allow people to be signed in on several devices at once. */
export function SeveralSessions({ severalSessions }: { severalSessions: boolean }) {
  const change = useChangeOrganization()
  const isOwner = useIsOwner()
  return (
    <>
      <Switch
        label="Allow sign-in on several devices"
        description="If off, signing in on another device signs people out on the previous device. When you turn this off, everybody keeps the session of their last sign-in, and you keep this one. An owner decides this."
        checked={severalSessions}
        disabled={!isOwner || change.isPending}
        onChange={(event) => {
          const allowed = event.currentTarget.checked
          const done = allowed
            ? 'Sign-in on several devices is now allowed'
            : 'Sign-in is now limited to one device at a time'
          change.mutate({ severalSessions: allowed }, { onSuccess: () => showDone(done) })
        }}
      />
      {change.isError && <ProblemAlert error={change.error} />}
    </>
  )
}
