"""Options of agents."""

from inmanta.config import Option

agent_deploy_interval = Option("config", "agent-deploy-interval", 0)
state_dir = Option("config", "state-dir", "/var/lib/inmanta")
environment = Option("config", "environment", None)
use_autostart_agent_map = Option("config", "use_autostart_agent_map", False)
