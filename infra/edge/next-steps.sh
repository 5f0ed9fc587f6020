#!/bin/sh
# Says what comes next when the edge starts, which is when every service answers.
cat << END
Writ is ready.
  Management host: $PUBLIC_MANAGEMENT_URL
  Write host:      $PUBLIC_WRITE_URL
  Guide, docs:     ${PUBLIC_MANAGEMENT_URL%/v1}/
Make a project, and a key with which to call both:
  admin="docker compose exec installations node services/installations/src/admin/admin.main.ts"
  \$admin create-project --name my-app --app-name 'My App'
  \$admin create-key --project my-app --label backend --scopes full
END
