import { announcement } from './shipped/announcement.ts'
import { demoFollowUp } from './shipped/demo-follow-up.ts'
import { eventInvitation } from './shipped/event-invitation.ts'
import { onboardingCheckIn } from './shipped/onboarding-check-in.ts'
import { reviewRequest } from './shipped/review-request.ts'
import { trialEnding } from './shipped/trial-ending.ts'
import { welcome } from './shipped/welcome.ts'
import { winBack } from './shipped/win-back.ts'
import type { SpinnerTemplate } from './spinner-template.ts'

/** The templates that come with the service, in the order in which they are offered. */
export const shippedTemplates: readonly SpinnerTemplate[] = [
  welcome,
  eventInvitation,
  trialEnding,
  winBack,
  demoFollowUp,
  announcement,
  reviewRequest,
  onboardingCheckIn,
]
