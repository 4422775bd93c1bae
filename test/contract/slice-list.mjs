// The operations and events kept in the slices, by GitHub's own names.
export const operations = `
meta/root meta/get-zen rate-limit/get users/get-authenticated users/get-by-username
apps/get-authenticated apps/create-from-manifest apps/get-webhook-config-for-app apps/update-webhook-config-for-app
apps/list-webhook-deliveries apps/get-webhook-delivery apps/redeliver-webhook-delivery
apps/list-installations apps/get-installation apps/delete-installation apps/create-installation-access-token
apps/revoke-installation-access-token apps/list-repos-accessible-to-installation apps/get-by-slug
apps/get-repo-installation apps/get-org-installation apps/get-user-installation
repos/get repos/list-branches repos/get-branch repos/list-commits repos/get-commit repos/compare-commits-with-basehead
repos/get-content repos/create-or-update-file-contents repos/delete-file repos/get-readme
repos/list-collaborators repos/check-collaborator repos/get-collaborator-permission-level repos/list-teams
repos/list-pull-requests-associated-with-commit
repos/create-commit-status repos/get-combined-status-for-ref repos/list-commit-statuses-for-ref
git/create-blob git/get-blob git/create-commit git/get-commit git/get-ref git/list-matching-refs git/create-ref
git/update-ref git/delete-ref git/create-tree git/get-tree
issues/list-for-repo issues/create issues/get issues/update issues/lock issues/unlock
issues/list-comments issues/list-comments-for-repo issues/create-comment issues/get-comment issues/update-comment
issues/delete-comment issues/list-events
issues/list-labels-for-repo issues/create-label issues/get-label issues/update-label issues/delete-label
issues/list-labels-on-issue issues/add-labels issues/set-labels issues/remove-label issues/remove-all-labels
issues/add-assignees issues/remove-assignees issues/list-assignees issues/check-user-can-be-assigned
reactions/create-for-issue reactions/list-for-issue reactions/delete-for-issue
reactions/create-for-issue-comment reactions/list-for-issue-comment reactions/delete-for-issue-comment
reactions/create-for-pull-request-review-comment
pulls/list pulls/create pulls/get pulls/update pulls/list-files pulls/list-commits pulls/merge pulls/check-if-merged
pulls/request-reviewers pulls/list-requested-reviewers pulls/remove-requested-reviewers
pulls/list-reviews pulls/create-review pulls/get-review pulls/list-review-comments pulls/create-reply-for-review-comment
pulls/create-review-comment pulls/update-branch
checks/create checks/get checks/update checks/list-for-ref checks/list-for-suite checks/list-suites-for-ref
checks/get-suite checks/rerequest-run
orgs/get orgs/check-membership-for-user teams/get-by-name teams/list-members-in-org
teams/get-membership-for-user-in-org teams/check-permissions-for-repo-in-org
`
  .trim()
  .split(/\s+/);

const events = {
  issues: 'opened edited labeled unlabeled assigned unassigned closed reopened transferred locked unlocked deleted',
  'issue-comment': 'created edited deleted',
  'pull-request':
    'opened edited labeled unlabeled assigned unassigned closed reopened synchronize locked unlocked ' +
    'converted-to-draft ready-for-review review-requested review-request-removed',
  'pull-request-review': 'submitted',
  'pull-request-review-comment': 'created',
  'check-run': 'created completed requested-action rerequested',
  label: 'created edited deleted',
  installation: 'created deleted',
  'installation-repositories': 'added removed',
};

const WITHOUT_ACTION = ['ping', 'push', 'create', 'delete'];

export const webhooks = [
  ...WITHOUT_ACTION,
  ...Object.entries(events).flatMap(([event, actions]) => actions.split(' ').map(action => `${event}-${action}`)),
];
