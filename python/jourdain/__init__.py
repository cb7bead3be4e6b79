"""Kinematics, dynamics, identification and control of parallel robots; arrays of states in and out.

>>> import jourdain
>>> robot = jourdain.load("hexapod")
>>> robot
<jourdain.Robot 'hexapod': 6 freedoms, 6 motors, 19 bodies>
"""

from ._core import *  # noqa: F401,F403
from ._core import Error, LimitWarning, ModelWarning, Robot, __version__  # noqa: F401
from . import questions  # noqa: F401
from .answers import ask, study  # noqa: F401
from .pages import View, plot, show  # noqa: F401
from . import states as _states  # noqa: F401

Error.__module__ = LimitWarning.__module__ = ModelWarning.__module__ = __name__
Robot.show = show

__all__ = [name for name in dir() if not name.startswith("_") and name not in ("answers", "pages", "states")]
